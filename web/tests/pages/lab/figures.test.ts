import { expect, it } from 'vitest'
import {
  always,
  outside,
  placed,
  pointedOut,
  scaleOf,
  secondsLeft,
  signed,
  written,
} from '../../../src/pages/lab/figures'
import type { FigureInterval, LabRun, PairedRow } from '../../../src/types'

const row = (
  what: string,
  difference: FigureInterval,
  more: Partial<PairedRow> = {},
): PairedRow => ({
  measure: 'wins when dealt',
  kind: 'robots',
  what,
  share: true,
  before: [50, 48, 52],
  after: [52, 50, 54],
  difference,
  ...more,
})

const run = (...rows: PairedRow[]): LabRun => ({ version: 1, rows })

it('writes figures with a readable number of decimal places', () => {
  expect([written(49.66, true), written(146.4, false), written(8.126, false)]).toEqual([
    '49.7',
    '146',
    '8.13',
  ])
  expect([signed(4.52, true), signed(-1, true), signed(0.01, true)]).toEqual([
    '+4.5',
    '−1.0',
    '0.0',
  ])
})

it('reports significant differences, the largest shares first', () => {
  const rows = [
    row('Owl', [2, 1, 3], { held: true }),
    row('Fox', [1, -1, 3]),
    row('Duck', [-9, -12, -6], { held: true }),
    row('coins', [30, 20, 40], { held: true, share: false }),
  ]
  expect(pointedOut(run(...rows)).map(({ what }) => what)).toEqual(['Duck', 'Owl', 'coins'])
})

it('gives the number outside their intervals by chance alone', () => {
  const rows = [
    ...Array.from({ length: 39 }, (_, i) => row(`${i}`, [1, -1, 3])),
    row('Fox', [2, 1, 3]),
    row('Owl', [9, 8, 10], { held: true }),
  ]
  expect(outside(run(...rows))).toEqual({ rest: 40, beyond: 1, chance: 2 })
})

it('always shows the wins of seats and the length of games', () => {
  const seat = { measure: 'wins', kind: 'seat' }
  const rows = [
    row('games', [1, 0, 2], { measure: 'length', kind: 'all', share: false }),
    row('2', [0, -1, 1], seat),
    row('1', [0, -1, 1], seat),
    row('Owl', [0, -1, 1]),
  ]
  expect(always(run(...rows)).map(({ measure, what }) => `${measure} ${what}`)).toEqual([
    'wins 1',
    'wins 2',
    'length games',
  ])
})

it('draws intervals on a scale with 0 and round ticks', () => {
  const scale = scaleOf([
    [14.1, 8.1, 19.8],
    [7, 5.5, 8.5],
  ])
  expect(scale.ticks).toEqual([0, 5, 10, 15, 20])
  expect([placed(scale, 0), placed(scale, 10), placed(scale, 99)]).toEqual([0, 0.5, 1])
  expect(scaleOf([[-0.2, -0.3, 0.1]]).ticks).toEqual([-0.3, -0.2, -0.1, 0, 0.1])
})

it('has a scale without any intervals', () => {
  expect(scaleOf([]).ticks.length).toBeGreaterThan(1)
})

it('estimates the remaining time once something was played', () => {
  const playing: LabRun = { version: 1, done: 250, total: 1000, seconds: 4 }
  expect(secondsLeft(playing)).toBe(12)
  expect(secondsLeft({ ...playing, done: 0 })).toBeNull()
})
