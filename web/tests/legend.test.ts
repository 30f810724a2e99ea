import { afterEach, describe, expect, test, vi } from 'vitest'
import { iconsOn, legendOf, meaning, signsOn } from '../src/lib/legend'
import type { Piece, Sign } from '../src/lib/types'

const SIGNS: Sign[] = [
  { sign: '[[battery]]', words: 'a battery' },
  { sign: '[[robot/Bolt/red]]', words: 'a robot', family: 'robot' },
  { sign: '[[robot/Bolt/blue]]', words: 'draws cards', family: 'robot/*/blue' },
  { sign: '[[crown]] [[coin]]', words: 'riches' },
  { sign: 'BUY', words: 'you can buy it', tag: true },
  { sign: 'here', words: 'on this robot' },
  { sign: '[[home]]', words: 'a base', family: 'home disc/home' },
]

const piece = (face: Partial<Piece['face']>, tag = ''): Piece => ({
  id: 'p',
  zone: 'z',
  label: 'a piece',
  tag,
  face: { kind: 'card', ...face },
})

const words = (signs: readonly (Sign | undefined)[]) => signs.map((sign) => sign?.words)

describe('the meaning of an icon', () => {
  test('is what the sign with that icon says, else the nearest family', () => {
    const icons = ['battery', 'robot/Ada/red', 'robot/Ada/blue', 'coin', 'disc/home/red', 'homes']
    expect(words(icons.map((icon) => meaning(icon, SIGNS)))).toEqual([
      'a battery',
      'a robot',
      'draws cards',
      'riches',
      'a base',
      undefined,
    ])
  })
})

describe('the signs on a piece', () => {
  test('are its icons, also those in its words, its tag and its shorthand, each once', () => {
    const face = {
      art: 'robot/Ada/blue',
      extra: ['battery', 'battery'],
      costs: [{ icon: 'coin', value: 2 }],
      short: '+1[[battery]] here',
    }
    expect(words(signsOn(piece(face, 'BUY'), SIGNS))).toEqual([
      'a battery',
      'draws cards',
      'riches',
      'you can buy it',
      'on this robot',
    ])
  })

  test('shorthand counts only as a word of its own', () => {
    expect(signsOn(piece({ short: 'there, nowhere' }), SIGNS)).toEqual([])
  })

  test('icons are found in pictures and in words', () => {
    const face = { kind: 'card' as const, art: 'home', words: '2 [[coin|coins]] for [[seat:1]]' }
    expect(iconsOn(face)).toEqual(['home', 'coin'])
  })
})

describe('a legend', () => {
  afterEach(() => vi.unstubAllGlobals())

  test('is fetched once, and again only if that failed', async () => {
    const answers = [
      new Response('{"error":"no"}', { status: 500 }),
      new Response(JSON.stringify({ signs: SIGNS }), {
        headers: { 'Content-Type': 'application/json' },
      }),
    ]
    const fetch = vi.fn(() => Promise.resolve(answers.shift()!))
    vi.stubGlobal('fetch', fetch)
    await expect(legendOf('chess')).rejects.toThrow('no')
    expect(await legendOf('chess')).toEqual(SIGNS)
    expect(await legendOf('chess')).toEqual(SIGNS)
    expect(fetch).toHaveBeenCalledTimes(2)
  })
})
