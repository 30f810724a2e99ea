// What a finger means that has missed: the nearest thing that can be chosen.

import type { Rect } from './geometry'
import type { Placed } from './placement'

/** Half of the 44 pixels that a finger needs. */
export const FINGER = 22

/** The parts of a piece that can be touched: the units of a machine, otherwise the whole piece. */
function touchables({ piece, rect }: Pick<Placed, 'piece' | 'rect'>): Rect[] {
  const { kind, cells = [] } = piece.face
  if (kind !== 'machine' || !cells.length) return [rect]
  const w = rect.w / (Math.max(...cells.map(([x]) => x)) + 1)
  const h = rect.h / (Math.max(...cells.map(([, y]) => y)) + 1)
  return cells.map(([x, y]) => ({ x: rect.x + x * w, y: rect.y + y * h, w, h }))
}

/** The piece with its middle, or that of one of its units, nearest to a point; none if all are farther than `most`. */
export function nearest(
  at: { x: number; y: number },
  pieces: readonly Pick<Placed, 'piece' | 'rect'>[],
  most: number,
): string | null {
  let best: string | null = null
  let least = most
  for (const placed of pieces)
    for (const { x, y, w, h } of touchables(placed)) {
      const far = Math.hypot(x + w / 2 - at.x, y + h / 2 - at.y)
      if (far <= least) [best, least] = [placed.piece.id, far]
    }
  return best
}
