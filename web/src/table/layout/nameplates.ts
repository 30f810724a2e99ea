// The places of the names of machines on a board: on an edge of one of their cells, where they cover no other name.

import type { Rect } from './geometry'
import type { Placed } from './placement'

export interface Nameplate {
  id: string
  title: string
  hue: string
  rect: Rect
}

/** The height of a plate, and the widths of a letter and of its ends. */
const HEIGHT = 15
const LETTER = 6.8
const ENDS = 12

/** The room for a number before the name. */
const NUMBER = 18

/** What is worse than a place: the next cell, the upper edge, the cell of another machine, another name. */
const WORSE = { next: 1, above: 2, foreign: 3, covers: 100 }

/** The letters that are seen of a name with markup. */
const seen = (title: string): number => title.replace(/\[\[[^\]]*\]\]|\*/g, '').length

const overlap = (a: Rect, b: Rect): number =>
  Math.max(0, Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x)) *
  Math.max(0, Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y))

/** A machine's cells, each with its place in the scene, the first one of its name at the beginning. */
export function cellsOf({ piece, rect }: Placed): Rect[] {
  const cells = piece.face.cells ?? []
  const across = Math.max(...cells.map(([x]) => x)) + 1
  const down = Math.max(...cells.map(([, y]) => y)) + 1
  const [w, h] = [rect.w / across, rect.h / down]
  return cells.map(([x, y]) => ({ x: rect.x + x * w, y: rect.y + y * h, w, h }))
}

/** The plates of all machines that have a name. `numbered` have a number before it. */
export function nameplates(
  pieces: readonly Placed[],
  width: number,
  numbered: ReadonlyMap<string, number> = new Map(),
): Nameplate[] {
  const machines = pieces
    .filter(
      ({ piece }) => piece.face.kind === 'machine' && piece.face.title && piece.face.cells?.length,
    )
    .map((placed) => ({ placed, cells: cellsOf(placed) }))
  const made: Nameplate[] = []
  for (const { placed, cells } of machines) {
    const { id, face } = placed.piece
    const w = seen(face.title!) * LETTER + ENDS + (numbered.has(id) ? NUMBER : 0)
    const foreign = machines
      .filter((other) => other.placed !== placed)
      .flatMap((other) => other.cells)
    const places = cells.flatMap((cell, order) =>
      [cell.y + cell.h, cell.y].map((edge, above) => {
        const x = Math.min(Math.max(0, cell.x + (cell.w - w) / 2), Math.max(0, width - w))
        const rect = { x, y: edge - HEIGHT * 0.62, w, h: HEIGHT }
        const covered = made.reduce((sum, plate) => sum + overlap(rect, plate.rect), 0)
        const outside = foreign.some((other) => overlap(rect, other) > w)
        const worse =
          order * WORSE.next +
          above * WORSE.above +
          (outside ? WORSE.foreign : 0) +
          covered * WORSE.covers
        return { rect, worse }
      }),
    )
    const best = places.reduce((one, other) => (other.worse < one.worse ? other : one))
    made.push({ id, title: face.title!, hue: face.hue ?? '', rect: best.rect })
  }
  return made
}
