// The rings around pieces that an undo would change: a pure function of the server's preview and of what is drawn.

import { compact, previewGhosts, type Placement } from './placement'
import type { Rect } from './geometry'
import type { Face, GoesBack, Layout, View } from '../../types'

interface Ring {
  key: string
  rect: Rect
  round: boolean
  /** The change of a number. */
  words: string
  /** The piece that would return here. */
  face: Face | null
}

/** The distance of a ring from its piece. */
const AROUND = 5

const ROUND = ['token', 'cube', 'hex', 'picture']

function around({ x, y, w, h }: Rect): Rect {
  return { x: x - AROUND, y: y - AROUND, w: w + 2 * AROUND, h: h + 2 * AROUND }
}

/**
 * One ring around each piece; pieces that this layout does not draw are marked at their drawer or the head of their
 * owner, once for all of them.
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
