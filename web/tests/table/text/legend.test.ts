import { afterEach, describe, expect, test, vi } from 'vitest'
import { iconsOn, legendOf, meaning, symbolsOn } from '../../../src/table/text/legend'
import type { Piece, LegendEntry } from '../../../src/types'

const LEGEND: LegendEntry[] = [
  { symbol: '[[battery]]', words: 'a battery' },
  { symbol: '[[robot/Bolt/red]]', words: 'a robot', family: 'robot' },
  { symbol: '[[robot/Bolt/blue]]', words: 'draws cards', family: 'robot/*/blue' },
  { symbol: '[[crown]] [[coin]]', words: 'riches' },
  { symbol: 'BUY', words: 'you can buy it', tag: true },
  { symbol: 'here', words: 'on this robot' },
  { symbol: '[[home]]', words: 'a base', family: 'home disc/home' },
]

const piece = (face: Partial<Piece['face']>, tag = ''): Piece => ({
  id: 'p',
  zone: 'z',
  label: 'a piece',
  tag,
  face: { kind: 'card', ...face },
})

const words = (entries: readonly (LegendEntry | undefined)[]) =>
  entries.map((entry) => entry?.words)

describe('the meaning of an icon', () => {
  test('is that of the entry with this icon, otherwise of the closest family', () => {
    const icons = ['battery', 'robot/Ada/red', 'robot/Ada/blue', 'coin', 'disc/home/red', 'homes']
    expect(words(icons.map((icon) => meaning(icon, LEGEND)))).toEqual([
      'a battery',
      'a robot',
      'draws cards',
      'riches',
      'a base',
      undefined,
    ])
  })
})

describe('the symbols on a piece', () => {
  test('are its icons, including those in its text, tag and shorthand, each once', () => {
    const face = {
      art: 'robot/Ada/blue',
      extra: ['battery', 'battery'],
      costs: [{ icon: 'coin', value: 2 }],
      short: '+1[[battery]] here',
    }
    expect(words(symbolsOn(piece(face, 'BUY'), LEGEND))).toEqual([
      'a battery',
      'draws cards',
      'riches',
      'you can buy it',
      'on this robot',
    ])
  })

  test('a place on a card is explained with its contents, and by itself too', () => {
    const legend: LegendEntry[] = [
      { symbol: '[[coin]]', words: 'what it pays', place: 'card/badge' },
      { symbol: '[[crown]] **2**', words: 'its cost', place: 'card/costs' },
      ...LEGEND,
    ]
    const costs = [{ icon: 'battery', value: 2 }]
    expect(words(symbolsOn(piece({ costs }), legend))).toEqual(['its cost', 'a battery'])
    expect(symbolsOn(piece({ costs }), legend)[0]!.symbol).toBe('[[battery]] **2**')
    const paid = symbolsOn(piece({ badge: 'home' }), legend)
    expect(words(paid)).toEqual(['what it pays', 'a base'])
    expect(paid[0]!.symbol).toBe('[[home]]')
    expect(words(symbolsOn(piece({ kind: 'tile', costs }), legend))).toEqual(['a battery'])
    expect(meaning('crown', legend)?.words).toBe('riches')
  })

  test('shorthand counts only as a separate word', () => {
    expect(symbolsOn(piece({ short: 'there, nowhere' }), LEGEND)).toEqual([])
  })

  test('icons are found in pictures and in text', () => {
    const face = { kind: 'card' as const, art: 'home', words: '2 [[coin|coins]] for [[seat:1]]' }
    expect(iconsOn(face)).toEqual(['home', 'coin'])
  })
})

describe('a legend', () => {
  afterEach(() => vi.unstubAllGlobals())

  test('is fetched once, and again only after a failure', async () => {
    const answers = [
      new Response('{"error":"no"}', { status: 500 }),
      new Response(JSON.stringify({ entries: LEGEND }), {
        headers: { 'Content-Type': 'application/json' },
      }),
    ]
    const fetch = vi.fn(() => Promise.resolve(answers.shift()!))
    vi.stubGlobal('fetch', fetch)
    await expect(legendOf('chess')).rejects.toThrow('no')
    expect(await legendOf('chess')).toEqual(LEGEND)
    expect(await legendOf('chess')).toEqual(LEGEND)
    expect(fetch).toHaveBeenCalledTimes(2)
  })
})
