// The reader's games as the home page lists them.

import { IN_PAGE } from '../../net/base'
import type { TableInfo } from '../../types'
import { takenOverBy, waits, withPeople } from '../common/waiting.svelte'

/** How long a game with bots waits for a reader who has left it, in seconds. */
const BOTS_WAIT_S = 3 * 86_400

export interface OwnGames {
  /** Games that go on when the reader comes: those with people first, the least time left before more. */
  turn: TableInfo[]
  /** Games in which it is the turn of others, and tables that wait for players. */
  others: TableInfo[]
  /** Games with bots that the reader left a while ago. */
  left: TableInfo[]
  /** Unfinished lessons, the newest first. */
  lessons: TableInfo[]
  /** Finished games, the last one first. */
  over: TableInfo[]
}

const isLesson = (table: TableInfo) => (table.lesson ?? -1) >= 0

/** When the reader was last seen to move there, in seconds since 1970. */
const movedAt = (table: TableInfo, now: number) => table.moved ?? (IN_PAGE ? now : table.created)

/** Whether a game goes on as soon as the reader is there: it is their turn, or that of bots, which wait for them. */
const goesOn = (table: TableInfo): boolean =>
  waits(table) || (table.started && !table.over && !withPeople(table) && !takenOverBy(table))

/** Sorts the tables of the reader; `now` is the time in seconds since 1970. */
export function ownGames(tables: readonly TableInfo[], now: number): OwnGames {
  const newest = [...tables].sort((a, b) => b.created - a.created)
  const going = newest.filter((table) => !table.over && !isLesson(table))
  const isLeft = (table: TableInfo) =>
    goesOn(table) && !withPeople(table) && movedAt(table, now) < now - BOTS_WAIT_S
  const time = (table: TableInfo) => table.left_s ?? Infinity
  const turn = going
    .filter((table) => goesOn(table) && !isLeft(table))
    .sort(
      (a, b) =>
        Number(withPeople(b)) - Number(withPeople(a)) ||
        (time(a) === time(b) ? b.created - a.created : time(a) - time(b)),
    )
  return {
    turn,
    others: going.filter((table) => !goesOn(table)),
    left: going.filter(isLeft),
    lessons: newest.filter((table) => !table.over && isLesson(table)),
    over: newest
      .filter((table) => table.over)
      .sort((a, b) => (b.ended ?? b.created) - (a.ended ?? a.created)),
  }
}

/** The beginning of yesterday on the reader's calendar, in seconds since 1970. */
export function startOfYesterday(now: Date): number {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1).getTime() / 1000
}

export interface Outcome {
  how: 'won' | 'lost' | 'level' | 'place'
  n: number
  all: number
}

/** The result of a finished game for the reader; none without a winner. */
export function outcomeOf({ places = [], seat = -1 }: TableInfo): Outcome | null {
  const place = places[seat]
  if (!place) return null
  const alone = places.filter((each) => each === place).length === 1
  const how = place === 1 ? (alone ? 'won' : 'level') : places.length === 2 ? 'lost' : 'place'
  return { how, n: place, all: places.length }
}

/** The reader's score in a finished game, and those of the others. */
export function scoreOf({
  scores = [],
  seat = -1,
}: TableInfo): { mine: number; others: number[] } | null {
  const mine = scores[seat]
  return mine === undefined ? null : { mine, others: scores.filter((_, each) => each !== seat) }
}
