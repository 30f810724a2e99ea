// Plays the games of a run of the workbench in this page: the server deals them, and counts what comes of them.

import type { About, BoxData } from '../../engine/module'
import { Pool } from '../../engine/pool'
import type { Source } from '../../engine/worker'
import { api } from '../../net/api'
import { BASE } from '../../net/base'
import { host } from '../../net/host'
import { pause } from '../../net/pause'
import { randomName } from '../../net/randomName'
import type { LabModule, LabMoves, LabOrder } from '../../types'

/** How often the server hears that the page is still playing, in milliseconds. Workers set the pace, not a timer:
 *  browsers slow timers down in tabs that nobody looks at. */
const BEAT_MS = 3000

/** The delay before the next request if there was no order. Servers hold a request until there is one. */
const AGAIN_MS = 100

/** Whether this browser can play games. */
export const canPlay = (): boolean =>
  typeof WebAssembly === 'object' && typeof Worker === 'function'

/** What a player asks of the server. */
export type Server = Pick<typeof api, 'labOrder' | 'labMoves'> & {
  /** A file of a module. */
  moduleFile: (module: LabModule, kind: 'wasm' | 'json' | 'weights') => Promise<ArrayBuffer>
  /** Says why the page plays no more, even if it is being closed. */
  labLeave: (page: string, why: string) => void
}

const overHttp: Server = {
  ...api,
  moduleFile: ({ game, digest }, kind) => api.moduleFile(game, digest, kind),
  labLeave(page, leaves) {
    if (!host().remote) return void api.labOrder({ page, leaves }).catch(() => {})
    const body = new Blob([JSON.stringify({ page, leaves })], { type: 'application/json' })
    navigator.sendBeacon(`${BASE}/api/lab/orders`, body)
  },
}

export class PagePlayer {
  /** By which the server knows this page. */
  readonly page = randomName()
  readonly #sources = new Map<string, Promise<Source>>()
  readonly #leaving = (): void => this.leave()
  #told = 0
  #over = false

  constructor(
    private readonly pool = new Pool(),
    private readonly server: Server = overHttp,
  ) {}

  /** How many orders are played at once. */
  get workers(): number {
    return this.pool.size
  }

  /** Begins to play. One order more than there are workers, so that none waits for the server. */
  start(): void {
    addEventListener('pagehide', this.#leaving)
    for (let i = 0; i <= this.workers; i++) void this.#work()
  }

  /** Stops at once. The server plays the rest, if the run is still going. */
  leave(why = 'closed'): void {
    if (this.#over) return
    this.server.labLeave(this.page, why)
    this.close()
  }

  /** Stops at once, because the server expects no more. */
  close(): void {
    this.#over = true
    removeEventListener('pagehide', this.#leaving)
    this.pool.close()
  }

  async #work(): Promise<void> {
    try {
      while (!this.#over) {
        const { order, over } = await this.server.labOrder({ page: this.page })
        this.#told = performance.now()
        if (over) this.close()
        if (!order && !this.#over) await pause(AGAIN_MS)
        if (!order || this.#over) continue
        const played = await this.#played(order)
        if (!this.#over) await this.server.labMoves(played)
      }
    } catch (error) {
      this.leave(String(error)) // the server refused the moves, or did not answer
    }
  }

  /** The moves of an order, or why there are none. */
  async #played({ number, first, states, module }: LabOrder): Promise<LabMoves> {
    const { page } = this
    try {
      const { function: name, numbers, simulations, limit } = module
      const games = {
        box: boxOf(module),
        function: name,
        numbers,
        simulations,
        moves: module.moves,
        limit,
        first,
        states: Uint8Array.from(atob(states), (letter) => letter.charCodeAt(0)),
      }
      const shown = (): void => this.#beat()
      const source = await this.#source(module)
      if (this.#over) throw new Error('closed')
      const played = await this.pool.play(source, games, { shown })
      const moves = base64(encoded(played.actions, module.width))
      return { page, number, counts: played.counts, moves }
    } catch (error) {
      return { page, number, error: String(error) }
    }
  }

  #beat(): void {
    if (performance.now() - this.#told < BEAT_MS) return
    this.#told = performance.now()
    const heard = this.server.labOrder({ page: this.page, busy: true })
    heard.then(({ over }) => over && this.close()).catch(() => {})
  }

  /** A module, which is fetched once. */
  #source(module: LabModule): Promise<Source> {
    const known = this.#sources.get(module.digest)
    if (known) return known
    const source = this.#fetched(module)
    this.#sources.set(module.digest, source)
    source.catch(() => this.#sources.delete(module.digest))
    return source
  }

  async #fetched(module: LabModule): Promise<Source> {
    const { moduleFile } = this.server
    const [json, wasm, weights] = await Promise.all([
      moduleFile(module, 'json'),
      moduleFile(module, 'wasm'),
      module.weights ? moduleFile(module, 'weights') : null,
    ])
    const about = JSON.parse(new TextDecoder().decode(json)) as About
    const { digest } = module
    if (about.digest !== digest) throw new Error(`the module ${about.digest}, not ${digest}`)
    return { digest, module: wasm, about, box: boxOf(module), weights }
  }
}

const boxOf = ({ box, tables, blank = [] }: LabModule): BoxData => ({ digest: box, tables, blank })

/** Actions as the server reads them: unsigned integers of `width` bytes. */
function encoded(actions: number[], width: number): Uint8Array {
  const kinds: Record<number, { from(numbers: number[]): { buffer: ArrayBuffer } }> = {
    1: Uint8Array,
    2: Uint16Array,
    4: Uint32Array,
  }
  return new Uint8Array(kinds[width]!.from(actions).buffer)
}

/** How many bytes become a text at once: a call takes only so many arguments. */
const AT_ONCE = 8192

function base64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += AT_ONCE)
    text += String.fromCharCode(...bytes.subarray(at, at + AT_ONCE))
  return btoa(text)
}
