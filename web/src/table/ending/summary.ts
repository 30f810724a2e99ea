// The summary at the end of a game: who won and by how much, and, from the analysis, what decided it.
// Pure functions of the result and the analysis.

import 'words:review'
import { lost } from '../state/losses'
import { LOSS_LEAST, type AnalysedPosition, type Result, type Verdict } from '../../types'
import { listed, t } from '../../i18n'

type NameOf = (seat: number) => string

/** The seats that won. */
export function winnersOf(result: Result): number[] {
  return result.placements.filter(({ rank }) => rank === 1).map(({ seat }) => seat)
}

/** The winners' lead, if the score decided; otherwise 0. */
function margin(result: Result): number {
  const [first] = result.placements
  const others = result.placements.filter(({ rank }) => rank > 1)
  if (!first || !others.length || others.some(({ short }) => !short)) return 0
  return first.score - Math.max(...others.map(({ score }) => score))
}

/**
 * The maximum number of points by which a player loses narrowly: then the margin is shown to them instead of the winner
 * and the score.
 */
const NEAR = 3

/** The result in a few words, for the reader in seat `me` (-1 for a spectator). */
export function headline(result: Result, me: number, name: NameOf): string {
  if (result.title) return result.title
  const winners = winnersOf(result)
  const [winner] = winners
  if (winner === undefined) return t('analysis-nobody-wins')
  if (winners.length === result.placements.length) return t('analysis-draw')
  if (winners.length > 1) {
    if (!winners.includes(me))
      return t('analysis-win-together', { names: listed(winners.map(name)) })
    return t('ending-share-win', {
      names: listed(winners.filter((seat) => seat !== me).map(name)),
    })
  }
  const n = margin(result)
  if (winner === me) return n ? t('ending-win-by', { n }) : t('analysis-you-win')
  const own = result.placements.find(({ seat }) => seat === me)
  if (own?.short && result.placements[0]!.score - own.score <= NEAR) return own.short
  return n
    ? t('ending-wins-by', { name: name(winner), n })
    : t('analysis-wins', { name: name(winner) })
}

/**
 * The scores of two seats, best first: "18 to 16". With more seats, the list of places is enough; after a resignation,
 * scores decided nothing.
 */
export function scores({ placements, outside }: Result): string {
  const [first, second, third] = placements
  if (!first || !second || third || outside) return ''
  return t('ending-scores', { first: first.score, second: second.score })
}

/** Whether the reader lost by a single point. */
export function isClose({ placements }: Result, me: number): boolean {
  const own = placements.find(({ seat }) => seat === me)
  return !!own?.short && placements[0]!.score - own.score === 1
}

/** A move and how it changed a seat's chance of winning. */
export interface Swing {
  ply: number
  before: number
  after: number
}

/**
 * How each decision changed the chance of a seat. Forced moves and resignations are not decisions. A costly move of the
 * seat itself counts as the analysis rates it, from the seat's own knowledge.
 */
function swings(positions: readonly AnalysedPosition[], seat: number): Swing[] {
  return positions.slice(1).flatMap(({ chances }, ply) => {
    const { move, chances: earlier } = positions[ply]!
    if (!move) return []
    if (move.seat === seat && lost(move) >= LOSS_LEAST)
      return [{ ply, before: move.best, after: move.chance }]
    return [{ ply, before: earlier[seat] ?? 0, after: chances[seat] ?? 0 }]
  })
}

/**
 * The decision with which a seat's chance rose most if it won, or fell most if it did not; null if no single one made a
 * difference.
 */
export function turningPoint(
  positions: readonly AnalysedPosition[],
  seat: number,
  won: boolean,
): Swing | null {
  const by = ({ before, after }: Swing) => (won ? after - before : before - after)
  const [most] = swings(positions, seat).sort((a, b) => by(b) - by(a) || a.ply - b.ply)
  return most && by(most) >= LOSS_LEAST ? most : null
}

/** The minimum increase of a chance that is visible in whole percent. */
const SEEN = 0.005

/** Whether a move was made by a seat itself, not by a bot for its person. */
const isOwn = (move: Verdict | null | undefined, seat: number): move is Verdict =>
  move?.seat === seat && !move.stood_in

/**
 * The move of a seat that raised its chance most, among those that no other move clearly beat. Luck (a card that turned
 * up, a roll) is not a merit of the move: it counts at most with the chance that it promised.
 */
export function bestMove(positions: readonly AnalysedPosition[], seat: number): Swing | null {
  const good = swings(positions, seat).flatMap(({ ply, before, after: came }) => {
    const move = positions[ply]!.move
    if (!isOwn(move, seat) || lost(move) >= LOSS_LEAST) return []
    const after = Math.min(came, move.chance)
    return after - before >= SEEN ? [{ ply, before, after }] : []
  })
  const [best] = good.sort((a, b) => b.after - b.before - (a.after - a.before) || a.ply - b.ply)
  return best ?? null
}

/** The move of a seat that lost most compared with the best one; null if none lost much. */
export function costliestMove(positions: readonly AnalysedPosition[], seat: number): Swing | null {
  const found = positions.flatMap(({ move }, ply) =>
    isOwn(move, seat) && lost(move) >= LOSS_LEAST
      ? [{ ply, before: move.best, after: move.chance }]
      : [],
  )
  const [worst] = found.sort((a, b) => b.before - b.after - (a.before - a.after) || a.ply - b.ply)
  return worst ?? null
}
