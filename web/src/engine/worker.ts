// A Web Worker that searches with a game's module. `pool.ts` starts it and says what to do.

import { GameModule, type About, type BoxData } from './module'
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

/** What the page sends: a search, the module that it needs unless the worker has it, or that nobody waits any more. */
export type Order =
  { kind: 'search'; id: number; source: Source | null; question: Question } | { kind: 'stop' }

/** What the worker answers: that it goes on, what it found, or why it failed. */
export type Report =
  | { kind: 'searching'; id: number }
  | { kind: 'found'; id: number; found: Found }
  | { kind: 'failed'; id: number; error: string }

let module: GameModule | null = null
let source: Source | null = null
let stop = new AbortController()

/** The module, with room for so many simulations. */
async function loaded(simulations: number): Promise<GameModule> {
  if (!source) throw new Error('a search without a module')
  if (!module || module.simulations < simulations) {
    module = null // its memory may go before there is more
    module = await GameModule.load(source.module, source.about, simulations)
    module.useBox(source.box)
    if (source.weights) module.useWeights(source.weights)
  }
  return module
}

async function obey(order: Order): Promise<void> {
  if (order.kind === 'stop') {
    stop.abort()
    return
  }
  const { id, question } = order
  const say = (report: Report): void => postMessage(report)
  stop = new AbortController()
  const { signal } = stop
  try {
    if (order.source) [source, module] = [order.source, null]
    const slice = (): void => say({ kind: 'searching', id })
    const found = await search(await loaded(question.simulations), question, {
      slice,
      stop: signal,
    })
    say({ kind: 'found', id, found })
  } catch (error) {
    module = null // a trap leaves its memory in between
    say({ kind: 'failed', id, error: String(error) })
  }
}

addEventListener('message', ({ data }: MessageEvent<Order>) => void obey(data))
