// The first deal: which pieces come from where, and when. A pure function of their places.

import type { Rect } from './geometry'
import type { Placed } from './placement'
import type { Face } from '../../types'

export interface Deal {
  /** Decks slide in, cards fly from them and turn over, tokens drop, and all else is laid down from above. */
  how: 'slide' | 'fly' | 'drop' | 'lay'
  /** Milliseconds after the beginning. */
  at: number
  /** Where a card comes from, and its back. */
  from: Rect | null
  back: Face | null
}

/** The first start, the most time between two, and the time in which all of them start, in milliseconds. */
const TIMES = {
  slide: { first: 0, step: 60, within: 180 },
  fly: { first: 240, step: 45, within: 660 },
  drop: { first: 1000, step: 40, within: 320 },
  lay: { first: 1400, step: 90, within: 140 },
}
const CARDS = new Set(['card', 'portrait', 'item', 'back'])
const CHIPS = new Set(['token', 'cube'])

const isDeck = ({ piece: { face } }: Placed) => face.kind === 'back' && (face.count ?? 0) > 1
const middle = ({ x, y, w, h }: Rect) => [x + w / 2, y + h / 2] as const

/** The deck that is nearest to a card, above all in its row. */
function deckOf(card: Placed, decks: readonly Placed[]): Placed | undefined {
  const [x, y] = middle(card.rect)
  const far = (deck: Placed) => {
    const [dx, dy] = middle(deck.rect)
    return Math.abs(dy - y) * 4 + Math.abs(dx - x)
  }
  return [...decks].sort((a, b) => far(a) - far(b))[0]
}

export function dealt(pieces: readonly Placed[]): Map<string, Deal> {
  const decks = pieces.filter(isDeck)
  const groups: Record<Deal['how'], Placed[]> = { slide: decks, fly: [], drop: [], lay: [] }
  for (const placed of pieces) {
    const { face } = placed.piece
    if (isDeck(placed) || face.kind === 'spot' || face.dim || face.count === 0) continue
    if (CHIPS.has(face.kind)) groups.drop.push(placed)
    else if (CARDS.has(face.kind) && decks.length) groups.fly.push(placed)
    else groups.lay.push(placed)
  }
  const deals = new Map<string, Deal>()
  for (const how of ['slide', 'fly', 'drop', 'lay'] as const) {
    const { first, step, within } = TIMES[how]
    const group = groups[how]
    const apart = Math.min(step, within / Math.max(1, group.length - 1))
    group.forEach((placed, i) => {
      const deck = how === 'fly' ? deckOf(placed, decks) : undefined
      const back = deck && placed.piece.face.kind !== 'back' ? deck.piece.face : null
      deals.set(placed.piece.id, {
        how,
        at: Math.round(first + i * apart),
        from: deck?.rect ?? null,
        back: back && { ...back, count: null },
      })
    })
  }
  return deals
}
