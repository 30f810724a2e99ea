import { expect, test } from 'vitest'
import { bandOf } from '../../../src/table/ending/ratings'
import { signed } from '../../../src/i18n'
import type { RatingPoint } from '../../../src/types'

const at = (rating: number, margin: number): RatingPoint => ({ at: 0, rating, margin })

/** Returns all heights of a path. */
function heights(path: string): number[] {
  const numbers = path.match(/-?[\d.]+/g)!.map(Number)
  return numbers.filter((_, i) => i % 2)
}

test('a curve and its band fill the box and stay within it', () => {
  const found = bandOf([at(1500, 300), at(1560, 200), at(1520, 150)], 200, 70)!
  const all = heights(found.band)
  expect(Math.min(...all)).toBeCloseTo(0, 1)
  expect(Math.max(...all)).toBeCloseTo(70, 1)
  expect(Math.min(...heights(found.line))).toBeGreaterThan(0)
  expect(found.end[0]).toBe(194)
})

test('a rating that hardly changes is drawn as a nearly flat line', () => {
  const found = heights(bandOf([at(1500, 5), at(1503, 5)], 200, 70)!.line)
  expect(Math.max(...found) - Math.min(...found)).toBeLessThan(5)
})

test('one game is a dot, none is empty', () => {
  expect(bandOf([at(1500, 100)], 200, 70)!.end[0]).toBe(194)
  expect(bandOf([], 200, 70)).toBeNull()
})

test('changes have signs', () => {
  expect([12, 0, -3].map(signed)).toEqual(['+12', '0', '−3'])
})
