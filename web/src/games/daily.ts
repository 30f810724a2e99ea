// The puzzle of the day: the same for everybody, each game in turn.

import type { GameInfo } from '../types'

export interface DailyPuzzle {
  game: GameInfo
  key: string
}

/** The number of a day on the reader's calendar, counted from 1970. */
export function dayNumber(now: Date): number {
  return Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) / 86_400_000
}

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
