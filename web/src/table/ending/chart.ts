// The geometry of the graph of chances: pure functions of numbers.

export type Point = readonly [x: number, y: number]

/**
 * A smooth curve through points in the order of x, as an SVG path. It rises and falls only where they do, so it never
 * leaves their range (F. Fritsch, R. Carlson, "Monotone piecewise cubic interpolation", 1980).
 */
export function curve(points: readonly Point[]): string {
  const [first] = points
  if (!first) return ''
  const slopes = tangents(points)
  let path = `M${fixed(first[0])} ${fixed(first[1])}`
  for (let i = 1; i < points.length; i++) {
    const [x0, y0] = points[i - 1]!
    const [x1, y1] = points[i]!
    const third = (x1 - x0) / 3
    path += `C${fixed(x0 + third)} ${fixed(y0 + third * slopes[i - 1]!)} ${fixed(x1 - third)} ${fixed(y1 - third * slopes[i]!)} ${fixed(x1)} ${fixed(y1)}`
  }
  return path
}

/** The slope at each point; flat where the curve turns. */
function tangents(points: readonly Point[]): number[] {
  const steps = points.slice(1).map(([x, y], i) => (y - points[i]![1]) / (x - points[i]![0]))
  return points.map((_, i) => {
    const before = steps[i - 1]
    const after = steps[i]
    if (before === undefined || after === undefined) return before ?? after ?? 0
    return before * after <= 0 ? 0 : (2 * before * after) / (before + after)
  })
}

const fixed = (value: number): string => String(Math.round(value * 10) / 10)

/** Positions near the given ones, in the same order, at least `gap` apart and within bounds as far as there is room. */
export function spread(
  wanted: readonly number[],
  gap: number,
  low: number,
  high: number,
): number[] {
  const order = wanted.map((_, i) => i).sort((a, b) => wanted[a]! - wanted[b]! || a - b)
  const places = [...wanted]
  let least = low
  for (const i of order) {
    places[i] = Math.max(places[i]!, least)
    least = places[i]! + gap
  }
  let most = high
  for (const i of order.reverse()) {
    places[i] = Math.min(places[i]!, most)
    most = places[i]! - gap
  }
  return places
}

/** Round numbers along an axis from 0 to `last`, at most `most` of them. */
export function ticks(last: number, most: number): number[] {
  const step =
    [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].find((each) => last / each <= most - 1) ?? last
  return Array.from({ length: Math.floor(last / step) + 1 }, (_, i) => i * step)
}

/** A share of a length, as a CSS percentage. */
export const share = (part: number): string => `${Math.round(part * 100)}%`
