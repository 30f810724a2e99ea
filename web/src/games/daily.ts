// The day: its number, and its puzzle, which is the same for everybody, each game in turn.

import { FIRST_DAY, type GameInfo } from '../types'

export interface DailyPuzzle {
  game: GameInfo
  key: string
}

/** The number of a day on the reader's calendar, counted from 1970. */
export function dayNumber(now: Date): number {
  return Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) / 86_400_000
}

/** The number of a day's deal and puzzle. */
export const dailyNumber = (now: Date): number => dayNumber(now) - FIRST_DAY

/** A day on the reader's calendar, as the server writes it: "2026-11-28". */
export function isoDay(now: Date): string {
  const two = (n: number) => `${n}`.padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}

/** A day that the server has written, at noon of the reader's calendar. */
export function dayFrom(iso: string): Date {
  const [year = 0, month = 1, day = 1] = iso.split('-').map(Number)
  return new Date(year, month - 1, day, 12)
}

/** How many minutes the reader's clock is ahead of UTC. */
export const zoneMinutes = (now: Date): number => -now.getTimezoneOffset() || 0

/** The puzzle of a day; none if no game has puzzles. The games' own order counts, so that languages don't matter. */
export function puzzleOf(games: readonly GameInfo[], day: number): DailyPuzzle | undefined {
  const offered = games
    .filter((game) => game.puzzles?.length)
    .sort((one, other) => (one.name < other.name ? -1 : 1))
  const game = offered[day % offered.length]
  const key = game?.puzzles?.[Math.floor(day / offered.length) % game.puzzles.length]
  return game && key ? { game, key } : undefined
}

/** The puzzle of today. */
export const todaysPuzzle = (games: readonly GameInfo[]): DailyPuzzle | undefined =>
  puzzleOf(games, dayNumber(new Date()))
