// The way of a beam: a curve from the middle of one thing to the edge of another. Pure functions of rectangles.

import type { Rect } from './geometry'

export interface Point {
  x: number
  y: number
}

export interface Line {
  /** The curve as an SVG path. */
  path: string
  /** Points along it, for things that fly. */
  steps: Point[]
  /** The place of its chip: below the middle of the target. */
  end: Point
}

/** The height of the curve above the straight line, as a share of its length. */
const ARC = 0.16

const STEPS = 12

/** The room that a chip takes at the end of a beam. */
const CHIP = { w: 56, h: 24 }

const middle = ({ x, y, w, h }: Rect): Point => ({ x: x + w / 2, y: y + h / 2 })

const rounded = (value: number): number => Math.round(value * 10) / 10

/** The curve between two things, bent to the side that is further up. */
export function beamOf(source: Rect, target: Rect): Line {
  const [from, to] = [middle(source), middle(target)]
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const up = dx < 0 ? -1 : 1
  const bend = {
    x: from.x + dx / 2 + up * dy * ARC,
    y: from.y + dy / 2 - up * dx * ARC,
  }
  const at = (t: number): Point => ({
    x: rounded((1 - t) ** 2 * from.x + 2 * (1 - t) * t * bend.x + t ** 2 * to.x),
    y: rounded((1 - t) ** 2 * from.y + 2 * (1 - t) * t * bend.y + t ** 2 * to.y),
  })
  const [a, b, c] = [from, bend, to].map(({ x, y }) => `${rounded(x)} ${rounded(y)}`)
  return {
    path: `M${a}Q${b} ${c}`,
    steps: Array.from({ length: STEPS + 1 }, (_, step) => at(step / STEPS)),
    end: { x: to.x, y: target.y + target.h },
  }
}

/** Moves chips down that would cover others. */
export function spreadChips<T extends { line: Line }>(beams: readonly T[]): T[] {
  const taken: Point[] = []
  return beams.map((beam) => {
    const end = { ...beam.line.end }
    const covers = (other: Point) =>
      Math.abs(other.x - end.x) < CHIP.w && Math.abs(other.y - end.y) < CHIP.h
    while (taken.some(covers)) end.y += CHIP.h
    taken.push(end)
    return { ...beam, line: { ...beam.line, end } }
  })
}
