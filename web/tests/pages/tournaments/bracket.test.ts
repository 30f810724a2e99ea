import { expect, it } from 'vitest'
import type { Tournament, TournamentTable } from '../../../src/types'
import { bracketOf, roundName } from '../../../src/pages/tournaments/bracket'

const game = (
  round: number,
  match: number,
  players: number[],
  places: number[] = [],
  winner = -1,
): TournamentTable => ({
  round,
  match,
  number: match,
  players,
  table: players.length > 1 ? `t${round}${match}` : '',
  counted: places.length > 0 || players.length === 1,
  places,
  points: places.map((place) => (place === 1 ? 1 : 0)),
  winner,
})

/** A tournament whose players have the seeds 1, 2, … in the order of their numbers. */
function cup(
  players: number,
  info: Partial<Tournament['info']>,
  tables: TournamentTable[],
): Tournament {
  return {
    info: {
      tournament: 't',
      name: 'Cup',
      game: 'tiny',
      by: 'Ada',
      created: 0,
      state: 'running',
      method: 'knockout',
      seats: 2,
      ...info,
    },
    entrants: Array.from({ length: players }, (_, number) => ({
      number,
      name: `P${number}`,
      rank: 1,
      points: 0,
      seeded: number + 1,
    })),
    tiebreaks: [],
    tables,
  }
}

const shown = (found: Tournament) =>
  bracketOf(found).map(({ matches }) =>
    matches.map(({ players }) =>
      players.map(({ number, on }) => `${number}${on === null ? '' : on ? '+' : '-'}`),
    ),
  )

it('shows the matches to come with the winners who are known', () => {
  const found = cup(3, { round: 1, rounds: 2 }, [game(1, 0, [0], [1], 0), game(1, 1, [2, 1])])
  expect(shown(found)).toEqual([[['0+'], ['1', '2']], [['0']]])
})

it('has a match for the third place beside the final', () => {
  const found = cup(4, { round: 1, rounds: 2, third: true }, [
    game(1, 0, [3, 0], [2, 1], 0),
    game(1, 1, [1, 2], [2, 1], 2),
  ])
  expect(shown(found)).toEqual([
    [
      ['0+', '3-'],
      ['1-', '2+'],
    ],
    [
      ['0', '2'],
      ['1', '3'],
    ],
  ])
  expect(bracketOf(found)[1]?.matches.map(({ third }) => third)).toEqual([false, true])
})

it('adds up the points of the games of a match', () => {
  const found = cup(2, { round: 1, rounds: 1, best_of: 3 }, [
    game(1, 0, [0, 1], [1, 2], 1),
    game(1, 0, [1, 0], [1, 2], 1),
    game(1, 0, [0, 1], [2, 1], 1),
  ])
  const [match] = bracketOf(found)[0]!.matches
  expect(match?.players.map(({ number, result, on }) => [number, result, on])).toEqual([
    [0, 1, false],
    [1, 2, true],
  ])
  expect(match?.games).toHaveLength(3)
})

it('orders the players of a group by their places and tells who goes on', () => {
  const found = cup(6, { seats: 3, round: 2, rounds: 2 }, [
    game(1, 0, [0, 3, 4], [2, 1, 3]),
    game(1, 1, [1, 2, 5], [1, 2, 3]),
    game(2, 0, [3, 1, 0]),
  ])
  expect(shown(found)).toEqual([
    [
      ['3+', '0+', '4-'],
      ['1+', '2-', '5-'],
    ],
    [['0', '1', '3']],
  ])
})

it('names the last rounds', () => {
  const found = cup(16, { round: 1, rounds: 4 }, [])
  expect(bracketOf(found).map((round) => roundName(found, round))).toEqual([
    'Round 1',
    'Quarter-finals',
    'Semi-finals',
    'Final',
  ])
})
