import { describe, expect, it } from 'vitest'
import { curve, spread, ticks, type Point } from '../../../src/table/ending/chart'

describe('the curve', () => {
  const numbers = (path: string) => path.match(/-?[\d.]+/g)!.map(Number)

  it('goes through every point', () => {
    const points: Point[] = [
      [0, 10],
      [10, 40],
      [20, 5],
      [30, 5],
    ]
    const drawn = numbers(curve(points))
    expect(drawn.slice(0, 2)).toEqual([0, 10])
    expect([1, 2, 3].map((i) => drawn.slice(i * 6, i * 6 + 2))).toEqual([
      [10, 40],
      [20, 5],
      [30, 5],
    ])
  })

  it('never leaves the range of its points', () => {
    const points: Point[] = [0, 100, 0, 0, 100, 100, 37, 0].map((y, i) => [i * 10, y])
    const heights = numbers(curve(points)).filter((_, i) => i % 2)
    expect(Math.min(...heights)).toBe(0)
    expect(Math.max(...heights)).toBe(100)
  })

  it('is empty without points, and a single place with one', () => {
    expect(curve([])).toBe('')
    expect(curve([[3, 4]])).toBe('M3 4')
  })
})

describe('labels', () => {
  it('stay in place while there is room', () => {
    expect(spread([10, 80, 40], 15, 0, 100)).toEqual([10, 80, 40])
  })

  it('make room for each other within bounds, in order', () => {
    const places = spread([100, 99, 98], 15, 0, 100)
    expect(places).toEqual([100, 85, 70])
    expect(spread([0, 0], 15, 0, 100)).toEqual([0, 15])
  })

  it('of an axis are round numbers, not too many', () => {
    expect(ticks(84, 10)).toEqual([0, 10, 20, 30, 40, 50, 60, 70, 80])
    expect(ticks(5, 10)).toEqual([0, 1, 2, 3, 4, 5])
    expect(ticks(401, 5).length).toBeLessThanOrEqual(5)
  })
})
