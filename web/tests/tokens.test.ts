import { expect, it } from 'vitest'

// Every file of the client that can contain styles, except those that define the tokens, and pictures drawn from data,
// whose palettes are in src/art.
const sources = import.meta.glob<string>(
  [
    '../src/**/*.svelte',
    '../src/**/*.css',
    '../src/**/*.ts',
    '!../src/tokens.css',
    '!../src/art/**',
  ],
  { query: '?raw', import: 'default', eager: true },
)

/** Returns where something should be a token, as `file: what`. */
function found(what: RegExp, allowed: RegExp = /^$/): string[] {
  return Object.entries(sources).flatMap(([file, text]) =>
    [...text.matchAll(what)]
      .map(([all]) => all.trim())
      .filter((all) => !allowed.test(all))
      .map((all) => `${file}: ${all}`),
  )
}

it('checks the whole client', () => {
  expect(Object.keys(sources).length).toBeGreaterThan(80)
})

it('takes colours from the tokens, except black and white for shading', () => {
  expect(found(/#[0-9a-f]{3,8}\b/gi)).toEqual([])
  expect(found(/\b(?:rgb|hsl)a?\([^)]*\)/g, /^rgba\((0, 0, 0|255, 255, 255), [\d.]+\)$/)).toEqual(
    [],
  )
})

it('takes layers from the tokens', () => {
  expect(found(/z-index:\s*-?\d[^;]*/g)).toEqual([])
  expect(found(/zIndex:\s*-?\d+/g)).toEqual([])
})

it('takes font sizes from the tokens, or as shares of their surroundings', () => {
  const sizes = found(/(?<![\w-])font(?:-size)?:[^;{}]*/g)
  expect(found(/(?:style:)?font-size=/g)).toEqual([])
  expect(sizes.filter((size) => /\d(?:px|rem|pt)\b/.test(withoutLineHeight(size)))).toEqual([])
})

/** A `font` without a line height, and without offsets from a share. */
function withoutLineHeight(font: string): string {
  return font.replace(/\/\s*[\d.]+(px)?/, '').replace(/(cq[wh][^;]*) - \d+px/, '$1')
}
