// The searches of a page without a server, by the modules of its games, in other workers.

import { questions, shortened } from '../engine/engine'
import type { About } from '../engine/module'
import { Pool } from '../engine/pool'
import type { Source } from '../engine/worker'
import type { EngineModule } from '../types'
import type { Files } from './files'
import type { ThinkingOrder } from './messages'

/** Takes the results of an order, or why there are none. */
export interface Answering {
  found(order: number, results: string): void
  failed(order: number, why: string): void
}

export class Searches {
  readonly #sources = new Map<string, Promise<Source>>()
  readonly #under = new Map<number, AbortController>()

  constructor(
    private readonly files: () => Promise<Files>,
    private readonly pool: Pick<Pool, 'search' | 'close'> = new Pool(),
  ) {}

  /** Does the searches of an order. One that is stopped is not answered. */
  async take(order: ThinkingOrder, answering: Answering): Promise<void> {
    const stop = new AbortController()
    this.#under.set(order.number, stop)
    try {
      const source = await this.#source(order.game, order.box)
      stop.signal.throwIfAborted()
      const found = await Promise.all(
        questions(order).map((question) => this.pool.search(source, question, stop.signal)),
      )
      const results = found.map((each) => shortened(each, order.most))
      if (!stop.signal.aborted) answering.found(order.number, JSON.stringify(results))
    } catch (error) {
      if (!stop.signal.aborted) answering.failed(order.number, String(error))
      stop.abort() // the others of the order
    } finally {
      this.#under.delete(order.number)
    }
  }

  /** Ends an order that nobody waits for. */
  stop(order: number): void {
    this.#under.get(order)?.abort()
  }

  /** Ends everything. */
  close(): void {
    for (const stop of this.#under.values()) stop.abort()
    this.pool.close()
  }

  /** The module of a game, with its own box or that of a variant. */
  #source(game: string, box = game): Promise<Source> {
    const known = this.#sources.get(box)
    if (known) return known
    const loading = this.#load(game, box)
    this.#sources.set(box, loading)
    loading.catch(() => this.#sources.delete(box)) // it may be there the next time
    return loading
  }

  async #load(game: string, own: string): Promise<Source> {
    const files = await this.files()
    const [module, about, { digest, box = '', tables = '', blank = [] }] = await Promise.all([
      files.load(`python/${game}.wasm`),
      files.json<About>(`python/${game}.json`),
      files.json<EngineModule>(`python/${own}.module.json`),
    ])
    const weights = about.network ? (await files.load(`python/${game}.weights`)).buffer : null
    return {
      digest: `${digest} ${box}`,
      module: module.buffer,
      about,
      box: { digest: box, tables, blank },
      weights,
    }
  }
}
