// The place of the coach's bubble: beside its target, covering as little else as possible.

import type { Rect } from '../../../table/layout/geometry'

/** The coach, as the client draws all robots. */
export const COG = 'head/p4h0e0a4r0m0'

/** Something that the bubble should not cover, and the cost of covering it. */
export interface Kept {
  rect: Rect
  cost: number
}

/**
 * A place for the bubble: its side of the target, and the tail's position along its edge. No side if no tail could
 * point from there. `far` is the distance to the target.
 */
interface BubblePlace {
  x: number
  y: number
  side: '' | 'left' | 'right' | 'above' | 'below'
  tip: number
  far: number
}

const GAP = 16
const STEP = 24
/** The minimum distance of the tail from a corner. */
const CORNER = 26
/** The cost of a place from which no tail can point. */
const TAILLESS = 90

/** The rectangle that two have in common; null if they don't overlap. */
export function common(a: Rect, b: Rect): Rect | null {
  const [x, y] = [Math.max(a.x, b.x), Math.max(a.y, b.y)]
  const w = Math.min(a.x + a.w, b.x + b.w) - x
  const h = Math.min(a.y + a.h, b.y + b.h) - y
  return w > 0 && h > 0 ? { x, y, w, h } : null
}

export function overlap(a: Rect, b: Rect): number {
  const both = common(a, b)
  return both ? both.w * both.h : 0
}

/** A rectangle that is larger by a margin on all sides. */
export function grown({ x, y, w, h }: Rect, by: number): Rect {
  return { x: x - by, y: y - by, w: w + 2 * by, h: h + 2 * by }
}

/** The smallest rectangle around others; null for none. */
export function around(rects: readonly Rect[]): Rect | null {
  if (!rects.length) return null
  const [x, y] = [
    Math.min(...rects.map((each) => each.x)),
    Math.min(...rects.map((each) => each.y)),
  ]
  const right = Math.max(...rects.map((each) => each.x + each.w))
  const bottom = Math.max(...rects.map((each) => each.y + each.h))
  return { x, y, w: right - x, h: bottom - y }
}

function pointing(place: Rect, anchor: Rect): Pick<BubblePlace, 'side' | 'tip'> {
  const [cx, cy] = [anchor.x + anchor.w / 2 - place.x, anchor.y + anchor.h / 2 - place.y]
  const beside = cy >= CORNER && cy <= place.h - CORNER
  const along = cx >= CORNER && cx <= place.w - CORNER
  if (beside && place.x >= anchor.x + anchor.w) return { side: 'right', tip: cy }
  if (beside && place.x + place.w <= anchor.x) return { side: 'left', tip: cy }
  if (along && place.y >= anchor.y + anchor.h) return { side: 'below', tip: cx }
  if (along && place.y + place.h <= anchor.y) return { side: 'above', tip: cx }
  return { side: '', tip: 0 }
}

function apart(a: Rect, b: Rect): number {
  const dx = Math.max(0, b.x - a.x - a.w, a.x - b.x - b.w)
  const dy = Math.max(0, b.y - a.y - a.h, a.y - b.y - b.h)
  return Math.hypot(dx, dy)
}

function along(from: number, to: number, wanted: readonly number[]): number[] {
  const found = [...wanted.filter((at) => at >= from && at <= to), to]
  for (let at = from; at < to; at += STEP) found.push(at)
  return found
}

/** The best place for a bubble that points at `anchor`, if there is one. */
export function placeFor(
  size: { w: number; h: number },
  anchor: Rect | null,
  kept: readonly Kept[],
  room: Rect,
): BubblePlace {
  const right = Math.max(room.x, room.x + room.w - size.w)
  const bottom = Math.max(room.y, room.y + room.h - size.h)
  const xs = anchor ? [anchor.x + anchor.w + GAP, anchor.x - GAP - size.w] : []
  const ys = anchor
    ? [
        anchor.y + anchor.h + GAP,
        anchor.y - GAP - size.h,
        anchor.y + anchor.h / 2 - size.h / 2,
        anchor.y - CORNER,
      ]
    : []
  let best: BubblePlace = { x: right, y: bottom, side: '', tip: 0, far: 0 }
  let least = Infinity
  for (const x of along(room.x, right, xs))
    for (const y of along(room.y, bottom, ys)) {
      const place = { x, y, ...size }
      let cost = kept.reduce((sum, each) => sum + (each.cost * overlap(place, each.rect)) / 100, 0)
      const tail = anchor ? pointing(place, anchor) : { side: '' as const, tip: 0 }
      const far = anchor ? apart(place, anchor) : 0
      if (anchor) cost += Math.abs(far - GAP) + (tail.side ? 0 : TAILLESS)
      if (cost < least) {
        least = cost
        best = { x, y, ...tail, far }
      }
    }
  return best
}
