// A Web Worker that searches and plays with a game's module. `pool.ts` starts it and says what to do.

import { GameModule, type About, type BoxData } from './module'
import { play, type Games, type PlayedGames } from './play'
import { search, type Found, type Question } from './search'

/** What a module is made of. */
export interface Source {
  /** What tells it from others. */
  digest: string
  module: ArrayBuffer
  about: About
  box: BoxData
  /** The weights of the network, if the module has one that is used. */
  weights?: ArrayBuffer | null
}

/** What a worker can do with a module. */
export type Task = { kind: 'search'; question: Question } | { kind: 'play'; games: Games }

/** What the page sends: a task, the module that it needs unless the worker has it, or that nobody waits any more. */
export type Order = (Task & { id: number; source: Source | null }) | { kind: 'stop' }

/** What the worker answers. */
export type Report =
  | { kind: 'shown' | 'found'; id: number; found: Found }
  | { kind: 'playing'; id: number; moves: number }
  | { kind: 'played'; id: number; played: PlayedGames }
  | { kind: 'failed'; id: number; error: string }

let module: GameModule | null = null
let source: Source | null = null
let stop = new AbortController()

/** The module, if `fits` finds room for its trees, or else one with room for so many simulations. */
async function loaded(
  simulations: number,
  fits: (room: number) => boolean = (room) => room >= simulations,
): Promise<GameModule> {
  if (!source) throw new Error('a task without a module')
  if (!module || !fits(module.simulations)) {
    module = null // its memory may go before there is more
    module = await GameModule.load(source.module, source.about, simulations)
    if (source.weights) module.useWeights(source.weights)
  }
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
  const shown = (found: Found): void => postMessage({ kind: 'shown', id, found } satisfies Report)
  const found = await search(await loaded(question.simulations), question, { shown, stop })
  return { kind: 'found', id, found }
}

async function playedOut({ id, games }: Of<'play'>, stop: AbortSignal): Promise<Report> {
  const shown = (moves: number): void =>
    postMessage({ kind: 'playing', id, moves } satisfies Report)
  const { simulations } = games
  const module = await loaded(simulations, (room) => room === simulations)
  return { kind: 'played', id, played: await play(module, games, { shown, stop }) }
}

addEventListener('message', ({ data }: MessageEvent<Order>) => void obey(data))
