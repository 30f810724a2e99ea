// Which finished games are listed. The choice is in the address, so it can be sent.

import type { PlayedGame, TableInfo } from '../../types'

export interface HistoryFilters {
  game: string
  company: '' | 'people' | 'bots'
  seats: number
  result: '' | 'won' | 'tied' | 'lost' | 'none'
  rated: '' | 'yes' | 'no'
  opponent: string
  days: number
}

export const NO_FILTERS: HistoryFilters = {
  game: '',
  company: '',
  seats: 0,
  result: '',
  rated: '',
  opponent: '',
  days: 0,
}

export const RESULTS = ['', 'won', 'tied', 'lost', 'none'] as const
export const COMPANIES = ['', 'people', 'bots'] as const
export const RATED = ['', 'yes', 'no'] as const
export const PERIODS = [0, 7, 30, 365] as const

const DAY_S = 86_400

const oneOf = <T extends string>(words: readonly T[], wanted: string | null): T | '' =>
  words.find((each) => each === wanted) ?? ''

const whole = (wanted: string | null): number =>
  wanted && /^\d{1,5}$/.test(wanted) ? Number(wanted) : 0

/** The filters in the query of an address. What cannot be read is left out. */
export function filtersIn(query: string): HistoryFilters {
  const given = new URLSearchParams(query)
  return {
    game: given.get('game') ?? '',
    company: oneOf(COMPANIES, given.get('company')),
    seats: whole(given.get('seats')),
    result: oneOf(RESULTS, given.get('result')),
    rated: oneOf(RATED, given.get('rated')),
    opponent: given.get('opponent') ?? '',
    days: whole(given.get('days')),
  }
}

/** The filters as a query, without its question mark; empty if nothing is left out. */
export function queryOf(filters: Partial<HistoryFilters>): string {
  const chosen = Object.entries(filters).filter(([, value]) => value)
  return new URLSearchParams(chosen.map(([name, value]) => [name, String(value)])).toString()
}

export const isFiltered = (filters: HistoryFilters): boolean => queryOf(filters) !== ''

/** A finished game of this browser, as the list shows it. */
export function playedHere(table: TableInfo): PlayedGame {
  const { seat = -1, places = [], scores = [], occupants } = table
  const others = occupants.filter((each) => each.seat !== seat)
  const place = places[seat] ?? 0
  const alone = places.filter((each) => each === 1).length === 1
  const inOrder = [seat, ...others.map((each) => each.seat)]
  return {
    table: table.table,
    game: table.game,
    ended: table.ended ?? table.created,
    outcome: !place ? 'none' : place > 1 ? 'lost' : alone ? 'won' : 'tied',
    place,
    seats: occupants.length,
    others: others.map(({ kind, name, level = '' }) => ({
      name,
      ...(kind === 'bot' ? { level } : {}),
    })),
    scores: inOrder.map((each) => scores[each] ?? 0),
    ...(table.variant ? { variant: table.variant } : {}),
    ...(table.time_control ? { time_control: table.time_control } : {}),
  }
}

/** Whether a game of this browser is listed; `now` is the time in seconds since 1970. */
export function isListed(game: PlayedGame, filters: HistoryFilters, now: number): boolean {
  const people = game.others.some(({ level }) => !level)
  return (
    (!filters.game || filters.game === game.game) &&
    (!filters.company || (filters.company === 'people') === people) &&
    (!filters.seats || filters.seats === game.seats) &&
    (!filters.result || filters.result === game.outcome) &&
    (!filters.rated || (filters.rated === 'yes') === (game.gain != null)) &&
    (!filters.opponent || game.others.some(({ name }) => name === filters.opponent)) &&
    (!filters.days || game.ended >= now - filters.days * DAY_S)
  )
}
