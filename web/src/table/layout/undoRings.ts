// The rings around what would go back if a move were taken back: a pure function of what the server
// says of it and of what is drawn.

import { compact, previewGhosts, type Placement } from './placement'
import type { Rect } from './geometry'
import type { Face, GoesBack, Layout, View } from '../../types'

interface Ring {
  key: string
  rect: Rect
  round: boolean
  /** By how much a number would change. */
  words: string
  /** What would lie here again. */
  face: Face | null
}

/** How far a ring lies outside of what it is around. */
const AROUND = 5

const ROUND = ['token', 'cube', 'hex', 'picture']

function around({ x, y, w, h }: Rect): Rect {
  return { x: x - AROUND, y: y - AROUND, w: w + 2 * AROUND, h: h + 2 * AROUND }
}

/**
 * One ring around each thing; what this layout does not draw is marked where it would be found, at
 * its drawer or the head of its owner, once for all that is there.
 */
export function ringsOf(back: GoesBack, now: Placement, view: View, layout: Layout): Ring[] {
  const rings: Ring[] = []
  const elsewhere = new Map<string, Rect>()
  const pieces = new Map(view.pieces.map((piece) => [piece.id, piece]))
  const drawn = new Map(now.pieces.map((placed) => [placed.piece.id, placed]))
  for (const { piece: id, words } of back.changed ?? []) {
    const placed = drawn.get(id)
    const part = placed ? undefined : now.parts.find((each) => each.part.id === id)
    if (placed) {
      const { face } = placed.piece
      const rect = around(compact(placed.rect, face, placed.hint))
      rings.push({ key: id, rect, round: ROUND.includes(face.kind), words, face: null })
    } else if (part) {
      const [x, y, w, h] = part.area
      rings.push({ key: id, rect: around({ x, y, w, h }), round: false, words, face: null })
    } else {
      const zone = pieces.get(id)?.zone ?? ''
      const rect = now.anchors.get(zone)
      if (rect) elsewhere.set(`${rect.x} ${rect.y}`, rect)
    }
  }
  elsewhere.forEach((rect, key) =>
    rings.push({ key, rect: around(rect), round: false, words: '', face: null }),
  )
  previewGhosts(back.places ?? [], view, layout).forEach(({ rect, face }, i) =>
    rings.push({
      key: `place ${i}`,
      rect: around(rect),
      round: ROUND.includes(face.kind),
      words: '',
      face,
    }),
  )
  return rings
}
