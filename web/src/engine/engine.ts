// The engine of this page: it does the searches that the server asks for, in Web Workers, by the module of a game. What
// cannot be had, fails or takes too long is left to the server.

import { api } from '../net/api'
import { IN_PAGE } from '../net/base'
import type { FoundBySearch, PageEngine, Searched, SearchTask } from '../types'
import type { About } from './module'
import { Pool } from './pool'
import type { Found, Question } from './search'
import type { Source } from './worker'

/** How long a request waits for the engine, in milliseconds, before the server searches for it. */
export const PATIENCE_MS = 2000

type Search = (source: Source, question: Question, signal: AbortSignal) => Promise<Found>

export class Engine {
  constructor(
    /** What tells the server whether it searches as the server would. */
    readonly digests: PageEngine,
    private readonly source: Source,
    private readonly search: Search,
  ) {}

  /** What to send for a task. With the signal aborted, nobody wants it any more. */
  async answer(task: SearchTask, signal: AbortSignal): Promise<Omit<Searched, 'id'>> {
    const answer = { type: 'searched', task: task.task } as const
    try {
      const found = await Promise.all(
        questions(task).map((question) => this.search(this.source, question, signal)),
      )
      return { ...answer, results: found.map((one) => shortened(one, task.most)) }
    } catch (error) {
      if (signal.aborted) return { ...answer, wanted: false }
      console.warn('the server searches instead of this page:', error)
      return answer
    }
  }
}

/** The searches of a task. `prior` as in `Question`. */
export function questions({
  searches,
  guided = false,
  prior,
}: Pick<SearchTask, 'searches' | 'guided'> & { prior?: number }): Question[] {
  return searches.map(({ hidden, seat, seed, simulations, first = -1 }) => ({
    hidden: Uint8Array.from(atob(hidden), (letter) => letter.charCodeAt(0)),
    seat,
    seed: BigInt(seed),
    simulations,
    first,
    guided,
    ...(prior === undefined ? {} : { prior }),
  }))
}

/** The actions that were visited most; of equal ones the better, then the first. */
export function shortened({ actions, visits, chances, seats }: Found, most: number): FoundBySearch {
  const order = actions.map((_, at) => at)
  order.sort((a, b) => visits[b]! - visits[a]! || chances[b]! - chances[a]! || a - b)
  const of = (numbers: number[]): number[] => order.slice(0, most).map((at) => numbers[at]!)
  return { actions: of(actions), visits: of(visits), chances: of(chances), seats }
}

const engines = new Map<string, Promise<Engine | null>>()
let pool: Pool | null = null

/**
 * The engine that plays a game, or a variant of it; null while the server has none, where the browser has no
 * WebAssembly, if it cannot be loaded in time, and without a server, since the page's own tables have theirs.
 */
export function engineFor(game: string, variant = ''): Promise<Engine | null> {
  if (IN_PAGE || typeof WebAssembly === 'undefined' || typeof Worker === 'undefined')
    return Promise.resolve(null)
  const key = `${game}/${variant}`
  const known = engines.get(key)
  if (known) return inTime(known)
  const loading = load(game, variant).catch((error: unknown) => {
    console.warn(`no engine for ${key}:`, error)
    return null
  })
  engines.set(key, loading)
  // There may be one next time.
  void loading.then((engine) => engine ?? engines.delete(key))
  return inTime(loading)
}

const inTime = (loading: Promise<Engine | null>): Promise<Engine | null> =>
  Promise.race([
    loading,
    new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE_MS)),
  ])

async function load(game: string, variant: string): Promise<Engine | null> {
  const {
    digest,
    box = '',
    tables = '',
    blank = [],
  } = await (variant ? api.moduleOf(variant) : api.module(game))
  if (!digest) return null
  const [module, about] = await Promise.all([
    api.moduleFile(game, digest, 'wasm'),
    api
      .moduleFile(game, digest, 'json')
      .then((file) => JSON.parse(new TextDecoder().decode(file)) as About),
  ])
  const weights = about.network ? await api.moduleFile(game, digest, 'weights') : null
  const source: Source = {
    digest: `${digest} ${box}`,
    module,
    about,
    box: { digest: box, tables, blank },
    weights,
  }
  const workers = (pool ??= new Pool())
  return new Engine({ module: digest, box }, source, (...search) => workers.search(...search))
}
