// The games of the server, fetched once, in the order in which they are listed.

import { api } from '../net/api'
import type { GameInfo, Games } from '../types'

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

/** Whether a reader who has `learned` those games is still offered this game's lesson. */
export function offersLesson(game: GameInfo | undefined, learned: readonly string[]): boolean {
  return !!game?.lesson && !learned.includes(game.name)
}
