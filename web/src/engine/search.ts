// A tree search by a game's module, in slices, between which it can be stopped.

import type { GameModule } from './module'

/** What to search. */
export interface Question {
  /** The record of the state, hidden for the seat. */
  hidden: Uint8Array
  /** Who decides; -1 for a spectator. */
  seat: number
  seed: number | bigint
  simulations: number
  /** The action that each simulation begins with; -1 for any. */
  first: number
  /** Whether the network of the game guides the search. */
  guided: boolean
  /** The weight of a quick estimate for new actions (`mcts.SearchConfig`); without it, that of the game. */
  prior?: number
}

/** What a search has found: for each action that it tried, how often, and the chance of the seat that takes it. */
export interface Found {
  /** In ascending order. */
  actions: number[]
  visits: number[]
  /** From 0 to 1. */
  chances: number[]
  simulations: number
  /** Each seat's chance, from 0 to 1. */
  seats: number[]
}

/** A tree in the memory of a module. */
interface Tree {
  /** Begins the tree. */
  plant(): void
  /** Adds simulations to the `done` ones. */
  grow(done: number, more: number): void
  /** What it has found with so many simulations. */
  found(done: number): Found
}

/** How long a slice should take, in milliseconds. */
const SLICE_MS = 40
const FIRST_SLICE = 16

/** The numbers that `workspace.spread` has of each seat, and which of them is the mean. */
const SPREAD = 4
const MEAN = 1

/** Lets messages in. */
const breath = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

/**
 * Grows a tree. The result depends on the question alone, unless the search is stopped: then it is that of the
 * simulations made so far. `slice` is called after each slice.
 *
 * Rejects if the module traps, or the question does not fit it.
 */
export async function search(
  module: GameModule,
  question: Question,
  { slice: ended, stop }: { slice?: (done: number) => void; stop?: AbortSignal } = {},
): Promise<Found> {
  const most = question.simulations
  module.useTrees(most)
  module.write('hidden', question.hidden)
  const tree = question.guided ? guided(module, question) : plain(module, question)
  tree.plant()
  let [done, slice] = [0, FIRST_SLICE]
  for (;;) {
    const more = Math.min(slice, most - done)
    const began = performance.now()
    tree.grow(done, more)
    done += more
    if (done >= most || stop?.aborted) return tree.found(done)
    const took = Math.max(1, performance.now() - began)
    slice = Math.max(1, Math.min(2 * slice, Math.round((slice * SLICE_MS) / took)))
    ended?.(done)
    await breath()
  }
}

function plain(module: GameModule, { seat, seed, first, prior }: Question): Tree {
  const search: Record<string, number> = prior === undefined ? {} : { 'search.prior': prior }
  return {
    plant() {
      allow(module, first)
      module.call('plant', { seat, seed, ...search })
    },
    grow: (_, more) => void module.call('grow', { seat, more, ...search }),
    found(done) {
      const seats = module.field('hidden', 'seats')
      const spread = module.floats('workspace.spread', seats * SPREAD)
      return {
        ...tried(module, 'tried', (visits, value) => value / Math.max(1, visits)),
        simulations: done,
        seats: Array.from({ length: seats }, (_, each) => spread[each * SPREAD + MEAN]!),
      }
    },
  }
}

/** Results of guided searches are rewards from -1 to 1, and for two seats only. */
function guided(module: GameModule, { seat, seed, first }: Question): Tree {
  if (!module.about.network) throw new Error('the module has no network')
  return {
    plant: () => void module.call('guided_plant', { seat, seed }),
    grow: (done, more) =>
      void module.call('guided_grow', { first, 'settings.simulations': done + more }),
    found: (done) => ({
      ...tried(module, 'guided_tried', (visits, value) => (1 + value / Math.max(1, visits)) / 2),
      simulations: done,
      seats: module.floats('trees.sums', 2).map((sum) => (1 + sum / done) / 2),
    }),
  }
}

/** Says which action may be taken first; any, if it is negative. */
function allow(module: GameModule, first: number): void {
  module.fill('workspace.allowed', first < 0 ? 1 : 0)
  if (first < 0) return
  const allowed = module.read('workspace.allowed')
  allowed[first] = 1
  module.write('workspace.allowed', allowed)
}

/** The actions at the root that were visited. */
function tried(
  module: GameModule,
  name: string,
  chance: (visits: number, value: number) => number,
): Pick<Found, 'actions' | 'visits' | 'chances'> {
  const count = module.call(name)
  const actions = module.wholes('actions', count)
  const visits = module.wholes('visits', count)
  const values = module.floats('values', count)
  const order = actions.map((_, at) => at).filter((at) => visits[at]! > 0)
  order.sort((a, b) => actions[a]! - actions[b]!)
  return {
    actions: order.map((at) => actions[at]!),
    visits: order.map((at) => visits[at]!),
    chances: order.map((at) => chance(visits[at]!, values[at]!)),
  }
}
