import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { draggable, REST } from '../../../src/table/gestures/draggable'
import { Target } from '../../support/target'

const card = { closest: () => card }
let node: Target
let page: Target
let did: string[]
let remove: () => void

beforeEach(() => {
  vi.useFakeTimers()
  page = new Target()
  vi.stubGlobal('window', page)
  node = new Target()
  did = []
  remove = draggable('.piece', {
    take: () => (did.push('take'), true),
    move: (by) => did.push(`carry ${by.x},${by.y}`),
    drop: () => did.push('drop'),
    putBack: (kept) => did.push(kept ? 'keep' : 'put back'),
  })(node as unknown as HTMLElement)
})
afterEach(() => vi.useRealTimers())

const at = (clientX: number, clientY: number, pointerType = 'mouse') => ({
  target: card,
  isPrimary: true,
  button: 0,
  pointerId: 1,
  pointerType,
  clientX,
  clientY,
})
const press = (type?: string) => node.tell('pointerdown', at(100, 100, type))
const move = (x: number, y: number) => page.tell('pointermove', at(x, y))
const release = () => page.tell('pointerup', at(0, 0))
/** Returns whether a click now would reach the page. */
const clicks = () => {
  const event = { stopPropagation: vi.fn(), preventDefault: vi.fn() }
  page.tell('click', event)
  return event.stopPropagation.mock.calls.length === 0
}

describe('a mouse', () => {
  it('drags as soon as it moves, and drops without a click', () => {
    press()
    move(103, 100)
    expect(did).toEqual([])
    move(120, 105)
    release()
    expect(did).toEqual(['take', 'carry 20,5', 'drop'])
    expect(clicks()).toBe(false)
  })

  it('that does not move only clicks', () => {
    press()
    release()
    move(200, 200)
    expect(did).toEqual([])
    expect(clicks()).toBe(true)
  })

  it('cancels the drag when Escape is pressed', () => {
    press()
    move(150, 100)
    page.tell('keydown', { key: 'Escape', stopPropagation: () => undefined })
    release()
    expect(did).toEqual(['take', 'carry 50,0', 'put back'])
  })
})

describe('a finger', () => {
  it('scrolls the page when it moves at once', () => {
    press('touch')
    move(100, 140)
    vi.advanceTimersByTime(REST)
    expect(did).toEqual([])
  })

  it('drags after resting, while the page stays in place', () => {
    press('touch')
    vi.advanceTimersByTime(REST)
    const scroll = { preventDefault: vi.fn() }
    node.tell('touchmove', scroll)
    move(100, 140)
    release()
    expect(did).toEqual(['take', 'carry 0,40', 'drop'])
    expect(scroll.preventDefault).toHaveBeenCalled()
  })

  it('that rested and was lifted has touched', () => {
    press('touch')
    vi.advanceTimersByTime(REST)
    release()
    expect(did).toEqual(['take', 'keep'])
  })
})

it('cancels the drag when the table is removed', () => {
  press()
  move(150, 100)
  remove()
  expect(did.at(-1)).toBe('put back')
})
