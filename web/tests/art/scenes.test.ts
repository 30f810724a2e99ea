import { describe, expect, it } from 'vitest'
import { families, PLACES } from '../../src/art/scenes'
import { families as surfaces, SURFACES } from '../../src/art/surfaces'

const HUES = { white: 'round', blue: 'square', green: 'hexagon', red: 'triangle', black: 'drop' }
const scene = (...words: string[]) => families['scene']!(...words).body

describe('scenes', () => {
  it('differ from card to card, however many there are of a place and a hue', () => {
    const all = PLACES.flatMap((place) =>
      Object.entries(HUES).flatMap(([hue, cut]) =>
        Array.from({ length: 18 }, (_, card) =>
          scene(place, hue, String(card), cut).replaceAll(/sky-[\w-]+/g, ''),
        ),
      ),
    )
    expect(new Set(all).size).toBe(all.length)
  })

  it('are the same each time, so that a card keeps its picture', () => {
    expect(scene('port', 'blue', '7', 'square')).toBe(scene('port', 'blue', '7', 'square'))
  })

  it('have gradients of their own, because all pictures are in one document', () => {
    const ids = ['1', '2'].map((card) => /id="([^"]+)"/.exec(scene('mine', 'red', card))?.[1])
    expect(new Set(ids).size).toBe(2)
    for (const place of PLACES) {
      const body = scene(place, 'green', '3', 'hexagon')
      const made = [...body.matchAll(/id="([^"]+)"/g)].map(([, id]) => id)
      const used = [...body.matchAll(/url\(#([^)]+)\)/g)].map(([, id]) => id)
      expect(made).toEqual(expect.arrayContaining(used))
    }
  })

  it('contain no number that could not be computed', () => {
    for (const place of PLACES)
      for (let card = 0; card < 40; card++)
        expect(scene(place, 'white', String(card))).not.toMatch(/NaN|undefined|Infinity/)
  })
})

describe('chips', () => {
  const chips = (count: string) => families['chips']!('red', 'triangle', count).body

  it('lie on one another, up to seven', () => {
    const heights = ['1', '2', '5', '7'].map((count) => chips(count).length)
    expect(heights).toEqual([...heights].sort((a, b) => a - b))
    expect(new Set(heights).size).toBe(4)
    expect(chips('30')).toBe(chips('7'))
  })
})

describe('surfaces', () => {
  it('are drawn for both themes', () => {
    const drawn = SURFACES.flatMap((name) =>
      ['dark', 'light'].map((theme) => surfaces['surface']!(name, theme).body),
    )
    expect(new Set(drawn).size).toBe(2 * SURFACES.length)
    for (const body of drawn) expect(body).not.toMatch(/NaN|undefined/)
  })
})
