// The summary at the end of a game.

import { describe, expect, it } from 'vitest'
import {
  bestMove,
  costliestMove,
  headline,
  isClose,
  scores,
  turningPoint,
} from '../../../src/table/ending/summary'
import type { AnalysedPosition, Placement, Result } from '../../../src/types'

const NAMES = ['Ada', 'Rivet', 'Cleo']
const name = (seat: number): string => NAMES[seat] ?? ''

/** A result that the score decided; each place is seat, rank, score. */
function ended(...places: [number, number, number][]): Result {
  const best = places[0]![2]
  const placements = places.map(([seat, rank, score]): Placement => {
    const short = rank > 1 && score < best ? { short: `${best - score} short` } : {}
    return { seat, rank, score, ...short }
  })
  return { words: 'Most points', placements }
}

describe('the headline', () => {
  const duel = ended([0, 1, 18], [1, 2, 16])

  it('gives the margin of the win or of a narrow loss', () => {
    expect(headline(duel, 0, name)).toBe('You win by 2')
    expect(headline(duel, 1, name)).toBe('2 short')
    expect(headline(duel, -1, name)).toBe('Ada wins by 2')
  })

  it('names the winner after a clear loss', () => {
    expect(headline(ended([0, 1, 18], [1, 2, 9]), 1, name)).toBe('Ada wins by 9')
    expect(headline(ended([0, 1, 18], [2, 2, 16], [1, 3, 9]), 1, name)).toBe('Ada wins by 2')
  })

  it('gives the deciding criterion if it was not the score', () => {
    const tie = { ...ended([0, 1, 15], [1, 2, 15]), title: 'Level on points; fewer cards wins' }
    for (const me of [-1, 0, 1]) expect(headline(tie, me, name)).toBe(tie.title)
  })

  it('gives only the winner if scores do not matter', () => {
    const knockout = ended([0, 1, 2], [1, 2, 5])
    expect(headline(knockout, 0, name)).toBe('You win')
    expect(headline(knockout, 1, name)).toBe('Ada wins')
    expect(headline(knockout, -1, name)).toBe('Ada wins')
  })

  it('counts a lead from the best of the others', () => {
    expect(headline(ended([2, 1, 9], [0, 2, 8], [1, 3, 4]), 2, name)).toBe('You win by 1')
  })

  it('tells those who share a win, and the others', () => {
    const shared = ended([0, 1, 9], [2, 1, 9], [1, 3, 4])
    expect(headline(shared, 0, name)).toBe('You win together with Cleo')
    expect(headline(shared, 1, name)).toBe('Ada and Cleo win together')
    expect(headline(shared, -1, name)).toBe('Ada and Cleo win together')
    expect(headline(ended([0, 1, 9], [1, 1, 9]), 0, name)).toBe('A draw')
    expect(headline({ words: '', placements: [] }, 0, name)).toBe('Nobody wins')
  })
})

describe('the line below it', () => {
  it('has the scores of two players, best first', () => {
    expect(scores(ended([1, 1, 18], [0, 2, 16]))).toBe('18 to 16')
    expect(scores(ended([2, 1, 9], [0, 2, 8], [1, 3, 4]))).toBe('')
  })

  it('has no scores after a resignation', () => {
    expect(scores({ ...ended([1, 1, 0], [0, 2, 0]), outside: true })).toBe('')
  })

  it('says so to a player who lost by a single point', () => {
    const result = ended([1, 1, 15], [0, 2, 14], [2, 3, 13])
    expect([0, 1, 2, -1].map((me) => isClose(result, me))).toEqual([true, false, false, false])
  })
})

/** Positions with the chances of seat 0, which decides in all of them with the losses in `lost`. */
function analysed(chances: number[], lost: number[] = []): AnalysedPosition[] {
  return chances.map((chance, ply) => ({
    chances: [chance, 1 - chance],
    ...(ply < chances.length - 1
      ? { move: { seat: 0, chance: 0.5, best: 0.5 + (lost[ply] ?? 0) } }
      : {}),
  }))
}

describe('the decisive move', () => {
  const game = analysed([0.5, 0.45, 0.7, 0.75, 0.3, 1], [0, 0, 0, 0.2, 0])

  it('is the largest rise of a winner and the largest fall of a loser', () => {
    expect(turningPoint(game, 0, true)).toEqual({ ply: 4, before: 0.3, after: 1 })
    // One's own mistake is described with the chances by which the analysis rates it.
    expect(turningPoint(game, 0, false)).toEqual({ ply: 3, before: 0.7, after: 0.5 })
  })

  it('is a decision: not a resignation, a forced move, or luck', () => {
    const forced = game.map((each, ply) => (ply === 4 ? { chances: each.chances } : each))
    expect(turningPoint(forced, 0, true)).toEqual({ ply: 1, before: 0.45, after: 0.7 })
  })

  it('is missing if the chances hardly changed', () => {
    expect(turningPoint(analysed([0.5, 0.52, 0.54]), 0, true)).toBeNull()
  })
})

describe('the highlighted moves', () => {
  it('are the one that raised the chance most and the one that lost most', () => {
    const game = analysed([0.5, 0.45, 0.7, 0.75, 0.3], [0, 0, 0, 0.2])
    game[1]!.move = { seat: 0, chance: 0.7, best: 0.7 }
    expect(bestMove(game, 0)).toEqual({ ply: 1, before: 0.45, after: 0.7 })
    expect(costliestMove(game, 0)).toEqual({ ply: 3, before: 0.7, after: 0.5 })
  })

  it('count a move by what it promised, not by luck', () => {
    const game = analysed([0.3, 0.9, 0.6, 0.8])
    for (const [ply, chance] of [0.4, 0.6, 0.8].entries())
      game[ply]!.move = { seat: 0, chance, best: chance }
    expect(bestMove(game, 0)).toEqual({ ply: 2, before: 0.6, after: 0.8 })
    expect(bestMove(game.slice(0, 2), 0)).toEqual({ ply: 0, before: 0.3, after: 0.4 })
  })

  it('exclude moves that a bot played for the person', () => {
    const game = analysed([0.5, 0.45, 0.7, 0.75, 0.3], [0, 0, 0, 0.2])
    for (const { move } of game) if (move) move.stood_in = true
    expect(bestMove(game, 0)).toBeNull()
    expect(costliestMove(game, 0)).toBeNull()
  })

  it("exclude lucky mistakes, other players' moves, and small losses", () => {
    expect(bestMove(analysed([0.2, 0.8], [0.3]), 0)).toBeNull()
    expect(bestMove(analysed([0.2, 0.8]), 1)).toBeNull()
    expect(costliestMove(analysed([0.5, 0.4], [0.04]), 0)).toBeNull()
  })
})
