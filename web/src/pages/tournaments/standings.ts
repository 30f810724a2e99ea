// Tournaments in words: their facts, their standings, the results of a round.

import { clockWords } from '../../games/timeControl'
import { titleOf } from '../../games/games.svelte'
import type { Entrant, Tournament, TournamentInfo, TournamentTable } from '../../types'
import { t } from '../../i18n'
import { whenInBoth } from './zones'

// --- in words ---------------------------------------------------------------------------------------

/** Points as people write them: "2½", "1.67". */
export function pointsWords(points: number): string {
  const whole = Math.floor(points + 1e-6)
  const rest = points - whole
  if (rest < 0.005) return String(whole)
  if (Math.abs(rest - 0.5) < 0.005) return `${whole || ''}½`
  return points.toFixed(2)
}

function methodWords({ method = 'swiss', seats = 2, twice }: TournamentInfo): string {
  if (seats > 2) return t('tour-groups', { method, n: seats })
  return t('tour-method-word', { method: method === 'robin' && twice ? 'twice' : method })
}

/** The game, the format, and the number of players. */
export function factsWords(info: TournamentInfo): string {
  const game = info.variant || titleOf(info.game)
  const method = methodWords(info)
  const players = t('tour-players', { n: info.players ?? 0 })
  if (!info.time_control) return t('tour-facts', { game, method, players })
  return t('tour-facts-clock', { game, method, players, clock: clockWords(info.time_control) })
}

/** The time until an event: "2:40", "1:05:00"; from days on it is shown as a date instead. */
export function untilWords(seconds: number): string {
  const left = Math.max(0, Math.ceil(seconds))
  const two = (n: number) => String(n).padStart(2, '0')
  const minutes = Math.floor(left / 60)
  if (minutes < 60) return `${minutes}:${two(left % 60)}`
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(left % 60)}`
}

/** The name of a tournament's creator, unless the reader is kept apart from them. */
export const creatorOf = ({ by }: TournamentInfo): string => by || t('tour-creator')

/** When a tournament begins. */
export function startWords(info: TournamentInfo, now: number): string {
  if (info.due == null) return t('tour-starts-creator', { name: creatorOf(info) })
  return info.due - now < 6 * 3600
    ? t('tour-starts', { time: untilWords(info.due - now) })
    : t('tour-starts-at', { when: whenInBoth(info.due, info.zone) })
}

// --- results ----------------------------------------------------------------------------------------

/** A player's result in a round. */
export interface Outcome {
  round: number
  how: 'won' | 'lost' | 'level' | 'place' | 'bye' | 'next'
  /** Their place, at a table of several players. */
  place: number
  points: number
  others: number[]
  table: string
}

const tableOf = (tables: readonly TournamentTable[], round: number, player: number) =>
  tables.find((table) => table.round === round && table.players.includes(player))

/** A player's result in a round; null if they did not play. */
export function outcomeOf(
  tables: readonly TournamentTable[],
  round: number,
  player: number,
): Outcome | null {
  const found = tableOf(tables, round, player)
  if (!found) return null
  const seat = found.players.indexOf(player)
  const others = found.players.filter((other) => other !== player)
  const place = found.places?.[seat] ?? 0
  const common = {
    round,
    place,
    points: found.points?.[seat] ?? 0,
    others,
    table: found.table ?? '',
  }
  if (!others.length) return { ...common, how: 'bye' }
  if (!found.counted) return { ...common, how: 'next' }
  if (others.length > 1) return { ...common, how: 'place' }
  const other = found.places?.[1 - seat] ?? 0
  return { ...common, how: place < other ? 'won' : place > other ? 'lost' : 'level' }
}

export function outcomeWords({ how, place }: Outcome): string {
  return how === 'place' ? t('tour-place', { n: place }) : t('tour-outcome', { how })
}

/** The reader's table of the current round, if it is not over. */
export function myTable({ info, tables, me = -1 }: Tournament): TournamentTable | null {
  const mine = (each: TournamentTable) =>
    each.round === info.round && !!each.table && !each.counted && each.players.includes(me)
  return (info.state === 'running' && tables.find(mine)) || null
}

/** Whether rounds begin one after the other: in an arena, tables begin at any time. */
export const inRounds = ({ method }: TournamentInfo): boolean => method !== 'arena'

/** Whether the results of each round stand beside a player's name. A knock-out has its bracket for that. */
export const hasCrosstable = ({ method = 'swiss' }: TournamentInfo): boolean =>
  method === 'swiss' || method === 'robin'

/** Whether the last round has begun, so that nobody can join or come back. */
export const isLastRound = (info: TournamentInfo): boolean =>
  hasCrosstable(info) && (info.round ?? 0) >= (info.rounds ?? 0)

/** Whether people can join a tournament. */
export function isOpen(info: TournamentInfo): boolean {
  if ((info.players ?? 0) >= (info.most ?? Infinity)) return false
  if (info.state !== 'running') return info.state === 'open'
  if (info.method === 'arena') return true
  if (info.method === 'knockout' || (info.method === 'robin' && (info.seats ?? 2) === 2))
    return false
  return !isLastRound(info)
}

/** Whether the reader has lost their match in a knock-out, and has no other. */
export function isOut({ info, tables, me = -1 }: Tournament): boolean {
  if (info.method !== 'knockout') return false
  const own = tables.filter(({ players }) => players.includes(me))
  const last = own.at(-1)
  if (!last?.counted) return false
  if ((info.seats ?? 2) > 2) return last.round < (info.round ?? 0)
  const { winner = -1 } = last
  return winner >= 0 && winner !== me && !(info.third && last.round === (info.rounds ?? 0) - 1)
}

/** The tables of the current round that are not over. */
export function stillPlaying({ info, tables }: Tournament): TournamentTable[] {
  return tables.filter((table) => table.round === info.round && !table.counted)
}

/** The players who share the first place. */
export function winners(entrants: readonly Entrant[]): Entrant[] {
  return entrants.filter((entrant) => entrant.rank === 1 && !entrant.out)
}

/** The number of rounds, as far as it is known. */
export function roundsOf({ round = 0, rounds = 0 }: TournamentInfo): number[] {
  return Array.from({ length: Math.max(round, rounds) }, (_, i) => i + 1)
}
