// The losses of moves compared with the best ones, from the analysis of a finished game.

import { LOSS_LEAST, type AnalysedPosition, type Verdict } from '../../types'

/** The loss of a move compared with the best one, 0 to 1. */
export function lost(move: Verdict): number {
  return Math.max(0, move.best - move.chance)
}

/** The positions before the moves that lost most, in playing order. */
export function worst(positions: readonly AnalysedPosition[], most: number): number[] {
  return positions
    .map(({ move }, ply) => ({ ply, loss: move ? lost(move) : 0 }))
    .filter(({ loss }) => loss >= LOSS_LEAST)
    .sort((a, b) => b.loss - a.loss || a.ply - b.ply)
    .slice(0, most)
    .map(({ ply }) => ply)
    .sort((a, b) => a - b)
}
