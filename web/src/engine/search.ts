// A tree search by a game's module, in slices, between which it can be stopped and show how far it is.

import type { GameModule } from './module'

/** What to search. */
export interface Question {
  /** The record of the state, hidden for the seat. */
  hidden: Uint8Array
  /** Who decides; -1 for a spectator. */
  seat: number
  seed: number | bigint
  simulations: number
  /** The only actions that may be taken first; all, if nothing is said. */
  only?: readonly number[]
}

/** What a search has found: for each action that it tried, how often, and the sum of what came of it for its seat. */
export interface Found {
  actions: number[]
  visits: number[]
  values: number[]
  simulations: number
  /** Each seat's chance, 0 to 1. */
  seats: number[]
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
 * simulations made so far. `shown` is told after each slice.
 *
 * Rejects if the module traps, or the question does not fit it.
 */
export async function search(
  module: GameModule,
  question: Question,
  { shown, stop }: { shown?: (found: Found) => void; stop?: AbortSignal } = {},
): Promise<Found> {
  const { hidden, seat, seed } = question
  const most = Math.min(question.simulations, module.simulations)
  allow(module, question.only)
  module.write('hidden', hidden)
  const seats = module.field('hidden', 'seats')
  module.call('plant', { seat, seed })
  let [done, slice] = [0, FIRST_SLICE]
  for (;;) {
    const more = Math.min(slice, most - done)
    const began = performance.now()
    module.call('grow', { seat, more })
    done += more
    if (done >= most || stop?.aborted) return found(module, done, seats)
    const took = Math.max(1, performance.now() - began)
    slice = Math.max(1, Math.min(2 * slice, Math.round((slice * SLICE_MS) / took)))
    shown?.(found(module, done, seats))
    await breath()
  }
}

/** Says which actions may be taken first. */
function allow(module: GameModule, only?: readonly number[]): void {
  module.fill('workspace.allowed', only ? 0 : 1)
  if (!only) return
  const allowed = module.read('workspace.allowed')
  for (const action of only) allowed[action] = 1
  module.write('workspace.allowed', allowed)
}

function found(module: GameModule, simulations: number, seats: number): Found {
  const count = module.call('tried')
  const spread = module.floats('workspace.spread', seats * SPREAD)
  return {
    actions: module.wholes('actions', count),
    visits: module.wholes('visits', count),
    values: module.floats('values', count),
    simulations,
    seats: Array.from({ length: seats }, (_, seat) => spread[seat * SPREAD + MEAN]!),
  }
}

/** What several trees found together. */
export function summed(trees: readonly Found[]): Found {
  const rows = new Map<number, { visits: number; value: number }>()
  for (const tree of trees) {
    tree.actions.forEach((action, i) => {
      const row = rows.get(action) ?? { visits: 0, value: 0 }
      row.visits += tree.visits[i]!
      row.value += tree.values[i]!
      rows.set(action, row)
    })
  }
  const actions = [...rows.keys()].sort((a, b) => a - b)
  const simulations = trees.reduce((n, tree) => n + tree.simulations, 0)
  const mean = (seat: number): number =>
    trees.reduce((total, tree) => total + tree.simulations * tree.seats[seat]!, 0) / simulations
  return {
    actions,
    visits: actions.map((action) => rows.get(action)!.visits),
    values: actions.map((action) => rows.get(action)!.value),
    simulations,
    seats: trees[0]!.seats.map((_, seat) => mean(seat)),
  }
}

/** The action to take: the most visited, of equal ones the better. */
export function best(found: Found): number {
  let at = 0
  found.visits.forEach((count, i) => {
    const most = found.visits[at]!
    if (count > most || (count === most && chance(found, i) > chance(found, at))) at = i
  })
  return found.actions[at]!
}

/** The chance of winning, 0 to 1, of the seat that takes the i-th action. */
export const chance = ({ visits, values }: Found, i: number): number =>
  values[i]! / Math.max(1, visits[i]!)
