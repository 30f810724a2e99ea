// The games that the server has, asked for once.

import { api } from './api'
import type { GameInfo, Games } from './types'

const store = $state<{ games: Games | null }>({ games: null })
let asked: Promise<Games> | null = null

export function loadGames(): Promise<Games> {
  asked ??= api.games().then(
    (games) => (store.games = games),
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

export function titleOf(name: string): string {
  return gameOf(name)?.title ?? name
}
