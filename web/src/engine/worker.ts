// A Web Worker that searches and plays with a game's module. `pool.ts` starts it and says what to do.

import { GameModule, type About, type BoxData } from './module'
import { play, type Games, type PlayedGames } from './play'
import { search, type Found, type Question } from './search'

/** What a module is made of. */
export interface Source {
  /** What tells it, with its box, from others. */
  digest: string
  module: ArrayBuffer
  about: About
  box: BoxData
  /** The weights of its network; null without one. */
  weights: ArrayBuffer | null
}

/** What a worker can do with a module. */
export type Task = { kind: 'search'; question: Question } | { kind: 'play'; games: Games }

/** What the page sends: a task, the module that it needs unless the worker has it, or that nobody waits any more. */
export type Order = (Task & { id: number; source: Source | null }) | { kind: 'stop' }

/** What the worker answers: that it goes on, what it found, or why it failed. */
export type Report =
  | { kind: 'searching'; id: number }
  | { kind: 'found'; id: number; found: Found }
  | { kind: 'playing'; id: number; moves: number }
  | { kind: 'played'; id: number; played: PlayedGames }
  | { kind: 'failed'; id: number; error: string }

let module: GameModule | null = null
let source: Source | null = null
let stop = new AbortController()

/** The module, with trees for exactly so many simulations: what is found in a full tree depends on its size. */
async function loaded(simulations: number): Promise<GameModule> {
  if (!source) throw new Error('a task without a module')
  if (!module || module.room < simulations) {
    module = null // its memory may go before there is more
    module = await GameModule.load(source.module, source.about, simulations)
    if (source.weights) module.useWeights(source.weights)
  }
  module.useTrees(simulations)
  module.useBox(source.box)
  return module
}

async function obey(order: Order): Promise<void> {
  if (order.kind === 'stop') {
    stop.abort()
    return
  }
  const { id } = order
  stop = new AbortController()
  const { signal } = stop
  try {
    if (order.source) [source, module] = [order.source, null]
    postMessage(
      await (order.kind === 'search' ? searched(order, signal) : playedOut(order, signal)),
    )
  } catch (error) {
    module = null // a trap leaves its memory in between
    postMessage({ kind: 'failed', id, error: String(error) } satisfies Report)
  }
}

type Of<Kind> = Extract<Order, { kind: Kind }>

async function searched({ id, question }: Of<'search'>, stop: AbortSignal): Promise<Report> {
  const slice = (): void => postMessage({ kind: 'searching', id } satisfies Report)
  const module = await loaded(question.simulations)
  return { kind: 'found', id, found: await search(module, question, { slice, stop }) }
}

async function playedOut({ id, games }: Of<'play'>, stop: AbortSignal): Promise<Report> {
  const shown = (moves: number): void =>
    postMessage({ kind: 'playing', id, moves } satisfies Report)
  const module = await loaded(games.simulations)
  return { kind: 'played', id, played: await play(module, games, { shown, stop }) }
}

addEventListener('message', ({ data }: MessageEvent<Order>) => void obey(data))
