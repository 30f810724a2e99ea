import { describe, expect, it } from 'vitest'
import css from '../../src/tokens.css?raw'
import { contrast, HUES, mix, SEAT_GROUND, SEAT_TINT, seatColor } from '../../src/art/color'

/** The minimum contrast of small text (WCAG 2.2, criterion 1.4.3). */
const LEAST = 4.5
const GROUNDS = ['base', 'under', 'panel', 'raised', 'well']
const WORDS = [
  'text',
  'quiet',
  'accent',
  'accent-text',
  'ok-text',
  'bad-text',
  'seat-0',
  'seat-1',
  'seat-2',
  'seat-3',
  'seat-4',
  'seat-5',
]

const block = (start: string) => css.slice(css.indexOf(start), css.indexOf('}', css.indexOf(start)))
const tokens = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name!, value!]),
  )
const dark = tokens(block(':root {\n  color-scheme: dark;'))
const THEMES = { dark, light: { ...dark, ...tokens(block(":root[data-theme='light'],")) } }

describe.each(['dark', 'light'] as const)('the %s theme', (theme) => {
  const token = THEMES[theme]
  const tint = (color: string) => mix(token['panel']!, color, SEAT_TINT)

  it('has the background on which seats are tinted', () => {
    expect(token['raised']).toBe(SEAT_GROUND[theme])
  })

  it.each(WORDS)(
    'has words in %s that are read on every ground, and on a tint of themselves',
    (name) => {
      const color = token[name]!
      for (const ground of GROUNDS)
        expect(contrast(color, token[ground]!), ground).toBeGreaterThanOrEqual(LEAST)
      expect(contrast(color, tint(color)), 'its tint').toBeGreaterThanOrEqual(LEAST)
    },
  )

  it.each(['accent', 'ok', 'bad'])(
    'has words in the colour of the page that are read on %s',
    (name) => {
      expect(contrast(token['base']!, token[name]!)).toBeGreaterThanOrEqual(LEAST)
    },
  )

  it.each([0, 1, 2, 3, 4, 5])('has a readable letter on the disc of seat %i', (seat) => {
    expect(contrast(token['seat-ink']!, token[`seat-${seat}`]!)).toBeGreaterThanOrEqual(LEAST)
  })

  it.each(Object.keys(HUES))(
    'makes of the hue %s a colour for a seat whose name is read',
    (name) => {
      const color = seatColor(HUES[name]!, theme)
      for (const ground of [...GROUNDS.map((each) => token[each]!), tint(color)])
        expect(contrast(color, ground)).toBeGreaterThanOrEqual(LEAST)
    },
  )
})

it('measures contrast as the standard does', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})
