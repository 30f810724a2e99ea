import { expect, it } from 'vitest'
import type { Tournament, TournamentInfo, TournamentTable } from '../../../src/types'
import {
  myTable,
  outcomeOf,
  outcomeWords,
  pointsWords,
  roundsOf,
  startWords,
  stillPlaying,
  untilWords,
  winners,
} from '../../../src/pages/tournaments/standings'
import { whenWords } from '../../../src/i18n'

const tables: TournamentTable[] = [
  {
    round: 1,
    number: 0,
    players: [0, 1],
    table: 'a',
    counted: true,
    places: [1, 2],
    points: [1, 0],
  },
  {
    round: 1,
    number: 1,
    players: [3, 2],
    table: 'b',
    counted: true,
    places: [1, 1],
    points: [0.5, 0.5],
  },
  { round: 1, number: 2, players: [4], counted: true, places: [1] },
  { round: 2, number: 0, players: [2, 0], table: 'c' },
  {
    round: 2,
    number: 1,
    players: [1, 3],
    table: 'd',
    counted: true,
    places: [1, 2],
    points: [1, 0],
  },
]
const tournament: Tournament = {
  info: {
    tournament: 't',
    name: 'T',
    game: 'tiny',
    by: 'Ada',
    created: 0,
    state: 'running',
    round: 2,
    rounds: 3,
  },
  entrants: [
    { number: 0, name: 'Ada', rank: 1, points: 1 },
    { number: 1, name: 'Ben', rank: 1, points: 1 },
    { number: 9, name: 'Gone', rank: 1, points: 0, out: true },
  ],
  tiebreaks: [],
  tables,
  me: 0,
}

it('writes points with fractions', () => {
  expect([0, 1, 0.5, 2.5, 1.667, 2.9999999].map(pointsWords)).toEqual([
    '0',
    '1',
    '½',
    '2½',
    '1.67',
    '3',
  ])
})

it('writes a remaining time in minutes, or hours', () => {
  expect([0, -5, 59.2, 160, 3900].map(untilWords)).toEqual([
    '0:00',
    '0:00',
    '1:00',
    '2:40',
    '1:05:00',
  ])
})

it("gives each player's result of a round", () => {
  const told = (round: number, player: number) => {
    const found = outcomeOf(tables, round, player)
    return found && outcomeWords(found)
  }
  expect([0, 1, 2, 3, 4].map((player) => told(1, player))).toEqual([
    'Won',
    'Lost',
    'Tie',
    'Tie',
    'Bye',
  ])
  expect([0, 1, 4].map((player) => told(2, player))).toEqual(['Next', 'Won', null])
})

it('gives the place at a table of several', () => {
  const several = {
    round: 1,
    number: 0,
    players: [5, 6, 7],
    table: 'x',
    counted: true,
    places: [2, 1, 3],
  }
  const found = outcomeOf([several], 1, 5)!
  expect(outcomeWords(found)).toBe('Place 2')
  expect(found.others).toEqual([6, 7])
})

it("finds the reader's table only while it is being played", () => {
  expect(myTable(tournament)?.table).toBe('c')
  expect(myTable({ ...tournament, me: 1 })).toBeNull()
  expect(myTable({ ...tournament, me: -1 })).toBeNull()
  expect(myTable({ ...tournament, info: { ...tournament.info, state: 'over' } })).toBeNull()
  expect(stillPlaying(tournament).map((table) => table.table)).toEqual(['c'])
})

it('finds the winners, and the coming rounds', () => {
  expect(winners(tournament.entrants).map((each) => each.name)).toEqual(['Ada', 'Ben'])
  expect(roundsOf(tournament.info)).toEqual([1, 2, 3])
  expect(roundsOf({ ...tournament.info, round: 0, rounds: 0 })).toEqual([])
})

it("adds the reader's time zone to a time", () => {
  const zone = process.env['TZ']
  process.env['TZ'] = 'Asia/Kolkata'
  try {
    expect(whenWords(1_800_000_000)).toMatch(/GMT\+5:30|IST/)
    const due = 1_800_000_000
    expect(startWords({ due } as TournamentInfo, due - 86_400)).toMatch(/GMT\+5:30|IST/)
  } finally {
    if (zone == null) delete process.env['TZ']
    else process.env['TZ'] = zone
  }
})
