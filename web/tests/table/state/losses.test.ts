import { describe, expect, it } from 'vitest'
import { lost, worst } from '../../../src/table/state/losses'
import type { AnalysedPosition } from '../../../src/types'

const moment = (chance: number, best: number): AnalysedPosition => ({
  chances: [chance, 1 - chance],
  move: { seat: 0, chance, best },
})

describe('the loss of a move', () => {
  it('is its distance from the best', () => {
    expect(lost({ seat: 1, chance: 0.25, best: 0.75 })).toBe(0.5)
    expect(lost({ seat: 1, chance: 0.5, best: 0.5 })).toBe(0)
  })

  it('marks the moves that lost most, in playing order', () => {
    const positions = [
      moment(0.1, 0.4),
      moment(0.5, 0.5),
      moment(0.2, 0.9),
      { chances: [0.5, 0.5] },
      moment(0.3, 0.5),
    ]
    expect(worst(positions, 2)).toEqual([0, 2])
    expect(worst(positions, 9)).toEqual([0, 2, 4])
  })

  it('marks no move with a negligible loss', () => {
    expect(worst([moment(0.5, 0.54), moment(0.5, 0.5)], 3)).toEqual([])
  })
})
