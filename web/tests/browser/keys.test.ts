import { afterEach, describe, expect, it, vi } from 'vitest'
import { characterOf, isComposing, leaveComposing } from '../../src/browser/keys'
import { commandOf } from '../../src/pages/table/shortcuts'

type Struck = Parameters<typeof commandOf>[0]
const struck = (key: string, code = '', more: Partial<KeyboardEvent> = {}): Struck => ({
  key,
  code,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...more,
})

afterEach(() => void vi.unstubAllGlobals())

describe('a letter', () => {
  it('is that of the layout, wherever its key is', () => {
    expect(characterOf(struck('m', 'KeyM'))).toBe('m')
    expect(characterOf(struck('m', 'Semicolon'))).toBe('m') // French
    expect(characterOf(struck('c', 'KeyI'))).toBe('c') // Dvorak
    expect(characterOf(struck('a', 'KeyQ'))).toBe('a') // French
  })

  it("is that of the key's position if the layout has another script", () => {
    const places = {
      ь: 'KeyM',
      λ: 'KeyL',
      ב: 'KeyC',
      ق: 'KeyR',
      ㅗ: 'KeyH',
      ท: 'KeyM',
      մ: 'KeyM',
      ც: 'KeyC',
    }
    expect(Object.entries(places).map(([key, code]) => characterOf(struck(key, code)))).toEqual([
      ...'mlcrhmmc',
    ])
    expect(characterOf(struck('é', 'Digit2'))).toBe('é') // Latin, so no other place is meant
  })

  it('is the same with Caps Lock and in full width', () => {
    expect(characterOf(struck('M', 'KeyM'))).toBe('m')
    expect(characterOf(struck('Ь', 'KeyM'))).toBe('m')
    expect(characterOf(struck('ｍ', 'KeyM'))).toBe('m')
  })

  it('is not recognized in text written with AltGr', () => {
    const getModifierState = (key: string) => key === 'AltGraph'
    expect(commandOf(struck('m', 'KeyM', { getModifierState }), true)).toBe(null)
  })
})

describe('a shortcut', () => {
  it('works with every keyboard layout', () => {
    for (const key of ['h', 'H', 'р', 'Р', 'η', 'י', 'ا'])
      expect(commandOf(struck(key, 'KeyH'), true), key).toBe('hint')
    for (const [key, code] of [
      ['?', 'Slash'],
      ['?', 'Digit7'],
      ['؟', 'Slash'],
      ['\u037e', 'KeyQ'],
    ] as const)
      expect(commandOf(struck(key, code, { shiftKey: true }), true), key).toBe('help')
  })

  it('is ignored with a modifier, and while text is composed', () => {
    for (const modifier of ['ctrlKey', 'metaKey', 'altKey', 'shiftKey'])
      expect(commandOf(struck('р', 'KeyH', { [modifier]: true }), true), modifier).toBe(null)
    expect(commandOf(struck('h', 'KeyH', { isComposing: true }), true)).toBe(null)
    expect(commandOf(struck('Process', 'KeyH', { keyCode: 229 }), true)).toBe(null)
    expect(commandOf(struck('Escape', 'Escape', { isComposing: true }), true)).toBe(null)
  })
})

describe('the keys of an input method', () => {
  it('do not reach the page', () => {
    const page = new EventTarget()
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
    leaveComposing()
    const heard: string[] = []
    page.addEventListener('keydown', (event) => heard.push((event as KeyboardEvent).key))
    const press = (key: string, more: object = {}) =>
      page.dispatchEvent(Object.assign(new Event('keydown'), { key, ...more }))
    press('Enter', { isComposing: true })
    press('Enter', { keyCode: 229 }) // Safari, after the composition has ended
    press('Escape', { isComposing: true })
    press('Process')
    expect(heard).toEqual([])
    press('Enter', { keyCode: 13 })
    expect(heard).toEqual(['Enter'])
  })

  it('are recognized by each of their marks', () => {
    expect(isComposing({ key: 'a' })).toBe(false)
    expect(isComposing({ key: 'a', isComposing: true })).toBe(true)
    expect(isComposing({ key: 'Enter', keyCode: 229 })).toBe(true)
  })
})
