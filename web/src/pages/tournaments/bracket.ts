// The bracket of a knock-out: its rounds, matches and players, from the tables of the tournament.

import type { Tournament, TournamentTable } from '../../types'
import { t } from '../../i18n'

export interface BracketPlayer {
  number: number
  /** Their points in a match of two, their place in a group; 0 before the first result. */
  result: number
  /** Whether they have won the match or go on from the group; null while that is not decided. */
  on: boolean | null
}

export interface BracketMatch {
  number: number
  third: boolean
  /** The known players, the better seed first; in a group that is over, by their places. */
  players: BracketPlayer[]
  /** The tables of its games, in the order in which they began. */
  games: TournamentTable[]
}

export interface BracketRound {
  round: number
  matches: BracketMatch[]
}

const isGroups = ({ info }: Tournament): boolean => (info.seats ?? 2) > 2

/** The rounds of a knock-out. Those of two at a table are complete, also before they begin. */
export function bracketOf(found: Tournament): BracketRound[] {
  const { info } = found
  const count = isGroups(found) ? (info.round ?? 0) : (info.rounds ?? 0)
  const rounds: BracketRound[] = []
  for (let round = 1; round <= count; round++)
    rounds.push({
      round,
      matches: isGroups(found) ? groupsOf(found, round) : pairsOf(found, rounds, round),
    })
  return rounds
}

function seedOf({ entrants }: Tournament): (player: number) => number {
  const seeds = new Map(entrants.map(({ number, seeded }) => [number, seeded ?? 0]))
  return (player) => seeds.get(player) ?? 0
}

function pairsOf(found: Tournament, earlier: BracketRound[], round: number): BracketMatch[] {
  const { info, tables } = found
  const rounds = info.rounds ?? 0
  const seed = seedOf(found)
  const last = round === rounds
  const count = 2 ** (rounds - round) + (last && info.third && rounds > 1 ? 1 : 0)
  const before = earlier.at(-1)?.matches ?? []
  return Array.from({ length: count }, (_, number) => {
    const third = last && number === 1
    const games = tables.filter((each) => each.round === round && (each.match ?? 0) === number)
    const [first] = games
    const known = first
      ? [...first.players]
      : [before[third ? 0 : 2 * number], before[third ? 1 : 2 * number + 1]].flatMap(
          (match) => match?.players.find(({ on }) => on === !third)?.number ?? [],
        )
    const winner = games.at(-1)?.winner ?? -1
    return {
      number,
      third,
      games,
      players: known
        .sort((one, other) => seed(one) - seed(other))
        .map((player) => ({
          number: player,
          result: pointsIn(games, player),
          on: winner < 0 ? null : winner === player,
        })),
    }
  })
}

const pointsIn = (games: TournamentTable[], player: number): number =>
  games.reduce((sum, { players, points }) => sum + (points?.[players.indexOf(player)] ?? 0), 0)

function groupsOf(found: Tournament, round: number): BracketMatch[] {
  const { info, tables } = found
  const seed = seedOf(found)
  const groups = tables.filter((each) => each.round === round)
  const next = tables.filter((each) => each.round === round + 1)
  const decided = next.length > 0 || info.state === 'over'
  const final = groups.length === 1
  return groups.map((group, number) => {
    const place = (player: number) => group.places?.[group.players.indexOf(player)] ?? 0
    const ordered = [...group.players].sort(
      (one, other) => place(one) - place(other) || seed(one) - seed(other),
    )
    return {
      number,
      third: false,
      games: [group],
      players: ordered.map((player, i) => ({
        number: player,
        result: place(player),
        on:
          !group.counted || !decided
            ? null
            : final
              ? i === 0
              : next.some(({ players }) => players.includes(player)),
      })),
    }
  })
}

/** What a round of a knock-out is called. */
export function roundName(found: Tournament, { round, matches }: BracketRound): string {
  const count = matches.filter(({ third }) => !third).length
  const final = isGroups(found)
    ? count === 1 && (found.info.state === 'over' || round >= (found.info.rounds ?? 0))
    : count === 1
  if (final) return t('tour-final')
  if (!isGroups(found) && count === 2) return t('tour-semi-finals')
  if (!isGroups(found) && count === 4) return t('tour-quarter-finals')
  return t('tour-round', { n: round })
}
