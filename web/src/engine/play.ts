// Whole games of bots by a game's module: the moves that native code would make from the same states and seeds.

import type { BoxData, GameModule } from './module'

/** Games to play, with the same bot in all seats. */
export interface Games {
  box: BoxData
  /** The function of the module that plays, and its arguments that depend on the bot. */
  function: string
  numbers: Record<string, number>
  /** How many simulations the trees have room for, exactly: the moves depend on it. */
  simulations: number
  /** How many moves one call can make at most. */
  moves: number
  /** The number of moves at which a game ends. */
  limit: number
  /** Dealt states, one after the other; the bots of the i-th game think from the seed `first` + i. */
  states: Uint8Array
  first: number
}

/** The actions of all games, one after the other, and the number of moves of each game. */
export interface PlayedGames {
  counts: number[]
  actions: number[]
}

/** How long a slice should take, in milliseconds. */
const SLICE_MS = 200

/** Lets messages in. */
const breath = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

/**
 * Plays games to their ends. `shown` is called with the number of moves after each slice. Stopped, it returns the games
 * that are over. Rejects if the module traps, or the games do not fit it.
 */
export async function play(
  module: GameModule,
  games: Games,
  { shown, stop }: { shown?: (moves: number) => void; stop?: AbortSignal } = {},
): Promise<PlayedGames> {
  const size = module.about.records.state!
  if (games.states.length % size)
    throw new RangeError(`states: ${games.states.length} bytes, of ${size} each`)
  module.useTrees(games.simulations)
  module.useBox(games.box)
  const played: PlayedGames = { counts: [], actions: [] }
  let [more, rested] = [1, performance.now()]
  for (let at = 0; at < games.states.length; at += size) {
    module.write('states', games.states.subarray(at, at + size))
    module.fill('last', 0xff)
    const seed = games.first + at / size
    const before = played.actions.length
    for (;;) {
      const began = performance.now()
      const { numbers, limit } = games
      const made = module.call(games.function, { ...numbers, seed, more, limit })
      for (const action of module.wholes('moves', made)) played.actions.push(action)
      if (made < more) break
      const took = Math.max(1, performance.now() - began)
      more = Math.max(1, Math.min(2 * more, Math.round((more * SLICE_MS) / took), games.moves))
      if (performance.now() - rested < SLICE_MS) continue
      if (stop?.aborted) return { ...played, actions: played.actions.slice(0, before) }
      shown?.(played.actions.length)
      await breath()
      rested = performance.now()
    }
    played.counts.push(played.actions.length - before)
  }
  return played
}
