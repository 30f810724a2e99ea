import { expect, it } from 'vitest'
import { best, chance, summed, type Found } from '../../src/engine/search'

const found = (visits: number[], values: number[], seats: number[]): Found => ({
  actions: visits.map((_, i) => 10 + i),
  visits,
  values,
  simulations: visits.reduce((n, one) => n + one, 0),
  seats,
})

it('adds up trees, each with its weight', () => {
  const other = { ...found([30], [15], [0.25, 0.75]), actions: [11] }
  const both = summed([found([6, 4], [3, 1], [0.5, 0.5]), other])
  expect(both).toEqual({
    actions: [10, 11],
    visits: [6, 34],
    values: [3, 16],
    simulations: 40,
    seats: [(10 * 0.5 + 30 * 0.25) / 40, (10 * 0.5 + 30 * 0.75) / 40],
  })
})

it('takes the most visited action, and the better one of equals', () => {
  expect(best(found([5, 9, 4], [5, 1, 4], [1]))).toBe(11)
  expect(best(found([5, 5, 4], [1, 2, 4], [1]))).toBe(11)
  expect(chance(found([5, 0], [1, 0], [1]), 0)).toBe(0.2)
  expect(chance(found([5, 0], [1, 0], [1]), 1)).toBe(0)
})
