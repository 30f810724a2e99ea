// The tables of a page without a server, in a worker: passes on calls and messages to Python's tables
// (`src/cogtable/site/page_tables`), stores what changed, and lets their news out once it is stored.

import type { TableInfo } from '../types'
import { Mixed, Unreachable } from './files'
import type { FromWorker, ThinkingOrder, ToWorker, Trouble } from './messages'
import { overdue, type Kept, type Store } from './store'

/** `ScriptTables` of Python. Times are in seconds since 1970. */
export interface Script {
  open(table: string, record: Uint8Array): void
  info(table: string): string
  forget(table: string): void
  note_storage_refused(): void
  call(method: string, path: string, body: string, secret: string, now: number): string
  connect(path: string): number
  receive(connection: number, text: string, now: number): void
  disconnect(connection: number): void
  found(order: number, results: string, now: number): void
  failed(order: number, why: string, now: number): void
  tick(now: number): number | undefined
  news(): string
}

/** `News` of Python. */
interface News {
  messages: [connection: number, text: string][]
  closed: [connection: number, code: number][]
  orders: ThinkingOrder[]
  stopped: number[]
}

/** Python, started. */
export interface Python {
  script: Script
  /** Loads a game, unless it is there; one that the site lacks is ignored. */
  addGame(game: string): Promise<void>
  /** Loads the workbench, unless it is there. */
  addWorkbench(): Promise<void>
}

/** Stores the record of a table, at once or soon. */
export type Keep = (table: string, record: Uint8Array) => void

export interface Surroundings {
  post(message: FromWorker): void
  store: Store
  /** Whether this browser keeps everything that Python needs for a game. */
  hasFiles(game: string): Promise<boolean>
  /** Starts Python, with the files of a game if one is named. */
  start(keep: Keep, game: string): Promise<Python>
  /**
   * Takes the tables of this browser, which only one tab can have; with `force` from another. Resolves to whether they
   * are this tab's now. `lost` is called when another tab takes them.
   */
  own(force: boolean, lost: () => void): Promise<boolean>
  now(): number
}

/** The browser has no WebAssembly. */
export class NoWebAssembly extends Error {}
/** Another tab has the tables. */
class Elsewhere extends Error {}

const troubleOf = (error: unknown): Trouble => {
  if (error instanceof Elsewhere) return 'elsewhere'
  if (error instanceof NoWebAssembly) return 'webassembly'
  if (error instanceof Unreachable) return 'unreachable'
  return error instanceof Mixed ? 'mixed' : 'failed'
}

/** What a call or a connection needs. */
interface Needs {
  table?: string | undefined
  game?: string | undefined
  workbench?: boolean
}

const TABLE = /^\/?tables\/([^/]+)/
const GAME = /^\/?(?:puzzles|rules|games|lab)\/([^/?]+)/
/** A saved match names its game. */
const SAVED = '/matches'

function needsOf(path: string, body = ''): Needs {
  if (path === '/tables') return { table: '', game: gameIn(body) }
  if (path === SAVED) return { table: '', game: gameIn(String(fieldsOf(body)['file'])) }
  const [, table] = TABLE.exec(path) ?? []
  const [, game] = GAME.exec(path) ?? []
  return {
    table: table && decodeURIComponent(table),
    game: game && decodeURIComponent(game),
    workbench: path.startsWith('/lab/'),
  }
}

/** The fields of a text that should be a JSON object; Python says what is wrong with others. */
function fieldsOf(text: string): Record<string, unknown> {
  try {
    return { ...(JSON.parse(text) as object) }
  } catch {
    return {}
  }
}

const gameIn = (text: string): string => String(fieldsOf(text)['game'] ?? '')

type Of<Kind> = Extract<ToWorker, { kind: Kind }>

export class Tables {
  #python: Promise<Python> | null = null
  #script: Script | null = null
  #owned: Promise<void> | null = null
  #force = false
  /** Python's connection of each channel of the page; -1 until there is one. */
  readonly #connections = new Map<number, number>()
  /** The tables that Python knows. */
  readonly #known = new Set<string>()
  /** The records that changed since news was last taken. */
  readonly #changed = new Map<string, Uint8Array>()
  /** The tables that changed here, as they are listed. */
  readonly #listed = new Map<string, TableInfo>()
  /** What continues when the person tries again. */
  readonly #waiting: (() => void)[] = []
  /** Done when all news was sent. */
  #sent: Promise<void> = Promise.resolve()
  #timer: ReturnType<typeof setTimeout> | undefined
  #over = false

  constructor(private readonly around: Surroundings) {}

  /** Takes a message of the page. */
  async hear(message: ToWorker): Promise<void> {
    try {
      switch (message.kind) {
        case 'call':
          return await this.#call(message)
        case 'connect':
          return await this.#connect(message)
        case 'send':
          return this.#on(message.channel, (script, connection) =>
            script.receive(connection, message.text, this.around.now()),
          )
        case 'close':
          return this.#close(message.channel)
        case 'found':
          return this.#run((script) =>
            script.found(message.order, message.results, this.around.now()),
          )
        case 'failed':
          return this.#run((script) => script.failed(message.order, message.why, this.around.now()))
        case 'prepare':
          return await this.#prepare(message.game, message.download)
        case 'retry':
          this.#force = message.take
          for (const go of this.#waiting.splice(0)) go()
      }
    } catch (error) {
      this.#lose('failed', String(error))
    }
  }

  // --- calls and connections ---------------------------------------------------------------------

  async #call({ id, path, body, secret }: Of<'call'>): Promise<void> {
    const [status, text] = await this.#answer(path, body, secret)
    await this.#sent
    this.around.post({ kind: 'answer', id, status, text })
  }

  async #answer(path: string, body: string | undefined, secret: string): Promise<[number, string]> {
    if (path === '/mine') return [200, JSON.stringify(await this.#mine(body))]
    if (path === '/kept') return [200, JSON.stringify(await this.around.store.list())]
    if (path === '/kept/delete') return [200, JSON.stringify(await this.#delete(body))]
    await this.#ready(needsOf(path, body))
    const method = body === undefined ? 'GET' : 'POST'
    return JSON.parse(
      this.#run((script) => script.call(method, path, body ?? '', secret, this.around.now()))!,
    ) as [number, string]
  }

  /** The tables of these secrets, the newest first. No Python is needed to list them. */
  async #mine(body = '{}'): Promise<TableInfo[]> {
    const { secrets = {} } = JSON.parse(body) as { secrets?: Record<string, string> }
    const stored = (await this.around.store.list()).map(({ info }) => info)
    const all = new Map([...stored, ...this.#listed.values()].map((info) => [info.table, info]))
    const own = [...all.values()].filter(({ table }) => table in secrets)
    return own.sort((a, b) => b.created - a.created)
  }

  async #delete(body = '{}'): Promise<object> {
    const { tables = [] } = JSON.parse(body) as { tables?: string[] }
    await this.#insist(() => this.#own())
    await this.around.store.remove(tables)
    for (const table of tables) {
      this.#listed.delete(table)
      if (this.#known.delete(table)) this.#run((script) => script.forget(table))
    }
    return {}
  }

  async #connect({ channel, path }: Of<'connect'>): Promise<void> {
    this.#connections.set(channel, -1)
    const needs = needsOf(path)
    const found = await this.#ready(needs)
    if (!this.#connections.has(channel)) return // closed meanwhile
    this.around.post({ kind: 'open', channel })
    if (found) this.#connections.set(channel, this.#script!.connect(path))
    else this.around.post({ kind: 'message', channel, text: JSON.stringify(UNKNOWN) })
  }

  #on(channel: number, work: (script: Script, connection: number) => void): void {
    const connection = this.#connections.get(channel) ?? -1
    if (connection >= 0) this.#run((script) => work(script, connection))
  }

  #close(channel: number): void {
    this.#on(channel, (script, connection) => script.disconnect(connection))
    this.#connections.delete(channel)
  }

  // --- what is needed ----------------------------------------------------------------------------

  /** Waits until everything needed is there. Returns whether the table is known. */
  async #ready({ table, game, workbench }: Needs): Promise<boolean> {
    if (table !== undefined) await this.#insist(() => this.#own())
    const info = table && !this.#known.has(table) ? await this.around.store.find(table) : null
    if (table && !this.#known.has(table) && !info) return false
    const needed = info?.game ?? game ?? ''
    await this.#insist(async () => {
      this.around.post({ kind: 'needed' })
      const python = await this.#start(needed)
      if (needed) await python.addGame(needed)
      if (workbench) await python.addWorkbench()
    })
    this.around.post({ kind: 'ready' })
    if (table && !this.#known.has(table)) {
      const record = await this.around.store.record(table)
      if (!this.#known.has(table) && record) this.#script!.open(table, record)
      this.#known.add(table)
    }
    return true
  }

  #start(game: string): Promise<Python> {
    this.#python ??= this.around
      .start((table, record) => {
        this.#changed.set(table, record)
        this.#known.add(table)
      }, game)
      .then((python) => {
        this.#script = python.script
        return python
      })
      .catch((error: unknown) => {
        this.#python = null
        throw error
      })
    return this.#python
  }

  /** Starts Python while nothing needs it. What prevents that is reported once something does. */
  async #prepare(game: string, download: boolean): Promise<void> {
    try {
      if (download || (await this.around.hasFiles(game)))
        await this.#start(game).then((python) => python.addGame(game))
    } catch (error) {
      console.warn('Python cannot be started yet:', error)
    }
    this.around.post({ kind: 'prepared' })
  }

  /** Rejects with Elsewhere. */
  #own(): Promise<void> {
    this.#owned ??= this.around
      .own(this.#force, () => this.#lose('elsewhere', ''))
      .then(async (own) => {
        if (!own) throw new Elsewhere()
        await this.around.store
          .list()
          .then((all) => this.around.store.remove(overdue(all)))
          .catch((error: unknown) => console.warn('no old games are removed:', error))
      })
      .catch((error: unknown) => {
        this.#owned = null
        throw error
      })
    return this.#owned
  }

  /** Does something that can fail, again each time that the person tries again. */
  async #insist(work: () => Promise<void>): Promise<void> {
    for (;;) {
      try {
        return await work()
      } catch (error) {
        if (!(error instanceof Elsewhere)) console.warn('the tables cannot start:', error)
        this.around.post({ kind: 'trouble', trouble: troubleOf(error), why: String(error) })
        await new Promise<void>((resolve) => this.#waiting.push(resolve))
      }
    }
  }

  /** Stops for good: the page replaces this worker. */
  #lose(trouble: Trouble, why: string): void {
    if (this.#over) return
    this.#over = true
    clearTimeout(this.#timer)
    if (trouble !== 'elsewhere') console.error('the tables failed:', why)
    this.around.post({ kind: 'lost', trouble, why })
  }

  // --- news --------------------------------------------------------------------------------------

  /** Has Python do something, and passes on what comes of it. */
  #run<T>(work: (script: Script) => T): T | undefined {
    if (!this.#script || this.#over) return undefined
    const found = work(this.#script)
    this.#turn(this.#script)
    return found
  }

  #turn(script: Script): void {
    clearTimeout(this.#timer)
    const now = this.around.now()
    const again = script.tick(now)
    this.#deliver(script, JSON.parse(script.news()) as News)
    if (typeof again !== 'number') return
    // Messages of the page come in between.
    this.#timer = setTimeout(
      () => {
        try {
          this.#run(() => undefined)
        } catch (error) {
          this.#lose('failed', String(error))
        }
      },
      Math.min(LONGEST_MS, Math.max(0, (again - now) * 1000)),
    )
  }

  #deliver(script: Script, news: News): void {
    const changed = new Map<string, Kept>()
    for (const [table, record] of this.#changed) {
      const info = JSON.parse(script.info(table)) as TableInfo
      this.#listed.set(table, info)
      changed.set(table, { record, info })
    }
    this.#changed.clear()
    this.#sent = this.#sent.then(async () => {
      if (this.#over) return
      const stored = !changed.size || (await this.#store(changed))
      this.#send(news)
      if (!stored) this.#run((script) => script.note_storage_refused())
    })
  }

  async #store(changed: ReadonlyMap<string, Kept>): Promise<boolean> {
    try {
      await this.around.store.write(changed)
      return true
    } catch (error) {
      console.warn('this browser stores no games:', error)
      return false
    }
  }

  #send({ messages, closed, orders, stopped }: News): void {
    const channels = new Map([...this.#connections].map(([channel, of]) => [of, channel]))
    for (const [connection, text] of messages) {
      const channel = channels.get(connection)
      if (channel !== undefined) this.around.post({ kind: 'message', channel, text })
    }
    for (const [connection] of closed) {
      const channel = channels.get(connection)
      if (channel === undefined) continue
      this.#connections.delete(channel)
      this.around.post({ kind: 'closed', channel })
    }
    for (const order of orders) this.around.post({ kind: 'order', order })
    for (const order of stopped) this.around.post({ kind: 'stop', order })
  }
}

/** The longest time for which Python is not asked whether a clock has run out, in milliseconds: timers have a limit. */
const LONGEST_MS = 3_600_000

const UNKNOWN = { type: 'error', code: 'unknown-table', words: '' }
