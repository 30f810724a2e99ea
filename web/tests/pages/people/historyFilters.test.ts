import { expect, it } from 'vitest'
import {
  filtersIn,
  isFiltered,
  isListed,
  NO_FILTERS,
  playedHere,
  queryOf,
} from '../../../src/pages/person/historyFilters'
import type { TableInfo } from '../../../src/types'

const NOW = 1_700_000_000

const table = (more: Partial<TableInfo> = {}): TableInfo => ({
  table: 'x',
  game: 'tiny',
  created: NOW - 100,
  started: true,
  over: true,
  seat: 1,
  ended: NOW - 50,
  occupants: [
    { seat: 0, kind: 'bot', name: 'Bolt', level: 'Expert' },
    { seat: 1, kind: 'person', name: 'Ada' },
    { seat: 2, kind: 'person', name: 'Ben' },
  ] as TableInfo['occupants'],
  places: [2, 1, 3],
  scores: [9, 12, 4],
  ...more,
})

it('keeps filters in a query and reads them again', () => {
  const filters = {
    ...NO_FILTERS,
    game: 'splendor',
    company: 'people',
    seats: 3,
    result: 'won',
    rated: 'yes',
    opponent: 'Ben & Co',
    days: 30,
  } as const
  expect(filtersIn(`?${queryOf(filters)}`)).toEqual(filters)
  expect(queryOf(NO_FILTERS)).toBe('')
  expect(isFiltered(NO_FILTERS)).toBe(false)
})

it('leaves out what an address has wrong', () => {
  expect(
    filtersIn('?result=great&company=cats&seats=-3&days=soon&rated=perhaps&colour=red'),
  ).toEqual(NO_FILTERS)
})

it('shows a game of this browser with the own score first', () => {
  const played = playedHere(table())
  expect(played).toMatchObject({ outcome: 'won', place: 1, seats: 3, scores: [12, 9, 4] })
  expect(played.others).toEqual([{ name: 'Bolt', level: 'Expert' }, { name: 'Ben' }])
})

it.each([
  [[1, 2, 3], 'lost'],
  [[1, 1, 3], 'tied'],
  [[], 'none'],
] as const)('knows how it ended with the places %j', (places, outcome) => {
  expect(playedHere(table({ places: [...places] })).outcome).toBe(outcome)
})

it.each([
  [{}, true],
  [{ game: 'tiny', company: 'people', seats: 3, result: 'won', rated: 'no' }, true],
  [{ game: 'splendor' }, false],
  [{ company: 'bots' }, false],
  [{ seats: 2 }, false],
  [{ result: 'lost' }, false],
  [{ rated: 'yes' }, false],
  [{ opponent: 'Ben' }, true],
  [{ opponent: 'Cleo' }, false],
  [{ days: 1 }, true],
] as const)('lists a game for the filters %j: %s', (filters, listed) => {
  expect(isListed(playedHere(table()), { ...NO_FILTERS, ...filters }, NOW)).toBe(listed)
})

it('lists only games that ended in the last days', () => {
  const old = playedHere(table({ ended: NOW - 8 * 86_400 }))
  expect(isListed(old, { ...NO_FILTERS, days: 7 }, NOW)).toBe(false)
  expect(isListed(old, { ...NO_FILTERS, days: 30 }, NOW)).toBe(true)
})
