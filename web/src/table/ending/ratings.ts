// Ratings on the screen: the band of a curve, and numbers in words. Pure functions.

import { curve, type Point } from './chart'
import type { RatingPoint } from '../../types'

/** The curve of a rating in a box of this size, its uncertainty band, and its end. */
interface Band {
  line: string
  band: string
  end: Point
}

/** Room for the dot at the end. */
const EDGE = 6
/** The minimum number of rating points from the bottom of a curve to its top, so that it doesn't magnify noise. */
const LEAST = 120

export function bandOf(points: readonly RatingPoint[], w: number, h: number): Band | null {
  const last = points.length - 1
  if (last < 0 || w <= 0) return null
  const low = Math.min(...points.map(({ rating, margin }) => rating - margin))
  const high = Math.max(...points.map(({ rating, margin }) => rating + margin))
  const span = Math.max(LEAST, high - low)
  const bottom = (low + high) / 2 - span / 2
  const x = (i: number) => (last ? ((w - EDGE) * i) / last : w - EDGE)
  const y = (rating: number) => h - (h * (rating - bottom)) / span
  const along = (off: number) =>
    points.map(({ rating, margin }, i): Point => [x(i), y(rating + off * margin)])
  const line = along(0)
  return {
    line: curve(line),
    band: `${curve(along(1))}${curve(along(-1).reverse()).replace('M', 'L')}Z`,
    end: line[last]!,
  }
}
