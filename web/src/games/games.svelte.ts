// The games of the server, fetched once, in the order in which they are listed.

import { api } from '../net/api'
import type { GameInfo, Games, TableInfo } from '../types'

const store = $state<{ games: Games | null }>({ games: null })
let asked: Promise<Games> | null = null

export function loadGames(): Promise<Games> {
  asked ??= api.games().then(
    (found) => (store.games = { ...found, games: inOrder(found.games) }),
    (error: unknown) => {
      asked = null
      throw error
    },
  )
  return asked
}

export function gameOf(name: string): GameInfo | undefined {
  if (!store.games && !asked) void loadGames().catch(() => undefined)
  return store.games?.games.find((game) => game.name === name)
}

/** All games, as far as they are known. */
export function allGames(): readonly GameInfo[] {
  if (!store.games && !asked) void loadGames().catch(() => undefined)
  return store.games?.games ?? []
}

/** Whether any game has puzzles, as far as that is known. */
export const hasPuzzles = (): boolean => allGames().some((game) => game.puzzles?.length)

/** Whether the server has a page that plays without it, as far as that is known. */
export function hasPage(): boolean {
  if (!store.games && !asked) void loadGames().catch(() => undefined)
  return !!store.games?.page
}

/** The default bot: the second weakest. Empty while none is known. */
export function usualBot(): string {
  const bots = store.games?.bots ?? []
  return (bots[1] ?? bots[0])?.[0] ?? ''
}

export function titleOf(name: string): string {
  return gameOf(name)?.title ?? name
}

/** Shortest games first: they suit newcomers. */
export function inOrder(games: readonly GameInfo[]): GameInfo[] {
  return [...games].sort((a, b) => a.minutes - b.minutes || a.title.localeCompare(b.title))
}

/** The game selected at first: the last one played, otherwise the first in order. */
export function proposed(games: readonly GameInfo[], played: string): GameInfo | undefined {
  return games.find((game) => game.name === played) ?? inOrder(games)[0]
}

/** The name of a game's first lesson. */
export const FIRST_LESSON = 'first'

/** A lesson of a game, as the reader's record of lessons has it. */
export const lessonKey = (game: string, name: string): string => `${game}/${name}`

/**
 * The reader's unfinished table of a lesson of a game, or of any of its lessons without a `name`. One at the last step is
 * finished if the lesson is `done`: there is nothing left to do but to play on.
 */
export function begunLesson(
  game: GameInfo,
  tables: readonly TableInfo[],
  done: readonly string[],
  name = '',
): TableInfo | undefined {
  return tables.find((table) => {
    const step = table.lesson ?? -1
    const called = table.lesson_name || FIRST_LESSON
    if (table.game !== game.name || table.over || step < 0 || (name && called !== name))
      return false
    const steps = game.lessons?.find((each) => each.name === called)?.steps ?? 0
    return step + 1 !== steps || !done.includes(lessonKey(game.name, called))
  })
}

/** Whether a reader who has `learned` those games is still offered this game's lesson. */
export function offersLesson(game: GameInfo | undefined, learned: readonly string[]): boolean {
  return !!game?.lesson && !learned.includes(game.name)
}
