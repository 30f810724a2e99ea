// The worker's tables with a Python, a store and a page that the test plays.

import { beforeEach, expect, it, vi } from 'vitest'
import { Mixed, Unreachable } from '../../src/site/files'
import type { FromWorker } from '../../src/site/messages'
import type { Kept, Store } from '../../src/site/store'
import { NoWebAssembly, Tables, type Keep, type Script } from '../../src/site/tables'
import type { TableInfo } from '../../src/types'

const infoOf = (table: string, game = 'tiny'): TableInfo => ({
  table,
  game,
  occupants: [],
  created: 1,
  started: true,
  over: false,
})

/** A browser's storage; `full`: it refuses. Writing waits for `flush`, unless it is `quick`. */
class FakeStore implements Store {
  readonly kept = new Map<string, Kept>()
  full = false
  quick = true
  readonly #waiting: (() => void)[] = []

  list = async () =>
    [...this.kept.values()].map(({ info, record }) => ({ info, bytes: record.length, at: 1 }))
  find = async (table: string) => this.kept.get(table)?.info ?? null
  record = async (table: string) => this.kept.get(table)?.record ?? null
  remove = async (tables: readonly string[]) =>
    void tables.forEach((table) => this.kept.delete(table))
  async write(tables: ReadonlyMap<string, Kept>) {
    if (!this.quick) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    if (this.full) throw new Error('the quota is used up')
    for (const [table, kept] of tables) this.kept.set(table, kept)
  }
  flush = () => this.#waiting.splice(0).forEach((go) => go())
}

/** A Python whose tables answer each message by its text in capital letters, and store that. */
class FakeScript implements Script {
  keep: Keep = () => {}
  readonly done: string[] = []
  /** When `tick` wants to be called again. */
  again: number | undefined
  /** Whether it fails. */
  broken = false
  orders: object[] = []
  stopped: number[] = []
  #messages: [number, string][] = []
  #closed: [number, number][] = []
  #paths = new Map<number, string>()

  open = (table: string, record: Uint8Array) => void this.done.push(`open ${table} ${record}`)
  info = (table: string) => JSON.stringify(infoOf(table))
  forget = (table: string) => void this.done.push(`forget ${table}`)
  note_storage_refused = () => void this.#messages.push([1, 'not stored'])
  call(method: string, path: string) {
    this.done.push(`${method} ${path}`)
    if (path === '/tables') this.keep('made', Uint8Array.of(1))
    return JSON.stringify([201, `"${path}"`])
  }
  connect(path: string) {
    this.#paths.set(this.#paths.size + 1, path)
    return this.#paths.size
  }
  receive(connection: number, text: string) {
    if (this.broken) throw new Error('out of memory')
    const [, table = ''] = this.#paths.get(connection)!.split('/')
    this.keep(table, new TextEncoder().encode(text))
    this.#messages.push([connection, text.toUpperCase()])
    if (text === 'bye') this.#closed.push([connection, 1008])
  }
  disconnect = (connection: number) => void this.done.push(`disconnect ${connection}`)
  found = (order: number, results: string) => void this.done.push(`found ${order} ${results}`)
  failed = (order: number, why: string) => void this.done.push(`failed ${order} ${why}`)
  tick() {
    const { again } = this
    this.again = undefined
    return again
  }
  news() {
    const news = JSON.stringify({
      messages: this.#messages,
      closed: this.#closed,
      orders: this.orders,
      stopped: this.stopped,
    })
    ;[this.#messages, this.#closed, this.orders, this.stopped] = [[], [], [], []]
    return news
  }
}

let store: FakeStore
let script: FakeScript
let said: FromWorker[]
let added: string[]
/** Why Python cannot start; it can without. */
let obstacle: Error | null
/** Whether this browser keeps all files of Python. */
let kept: boolean
/** Whether another tab has the tables. */
let elsewhere: boolean
let loseThem: () => void

function page(): Tables {
  return new Tables({
    post: (message) => void said.push(message),
    store,
    hasFiles: async () => kept,
    async start(keep) {
      if (obstacle) throw obstacle
      script.keep = keep
      return {
        script,
        addGame: async (game) => void added.push(game),
        addWorkbench: async () => void added.push('the workbench'),
      }
    },
    async own(force, lost) {
      if (force) elsewhere = false
      loseThem = lost
      return !elsewhere
    },
    now: () => 100,
  })
}

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.spyOn(console, 'error').mockImplementation(() => {})
  store = new FakeStore()
  script = new FakeScript()
  said = []
  added = []
  obstacle = null
  kept = false
  elsewhere = false
  return () => void vi.restoreAllMocks()
})

/** Lets everything go on that waits for nothing but its turn. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 5))
const of = <Kind extends FromWorker['kind']>(kind: Kind) =>
  said.filter((each): each is Extract<FromWorker, { kind: Kind }> => each.kind === kind)

async function seated(): Promise<Tables> {
  store.kept.set('t1', { record: Uint8Array.of(7), info: infoOf('t1') })
  const tables = page()
  await tables.hear({ kind: 'connect', channel: 5, path: 'tables/t1' })
  return tables
}

it('opens a stored table with its game, and passes on messages', async () => {
  const tables = await seated()
  expect(added).toEqual(['tiny'])
  expect(script.done).toEqual(['open t1 7'])
  expect(of('open')).toEqual([{ kind: 'open', channel: 5 }])
  await tables.hear({ kind: 'send', channel: 5, text: 'hello' })
  await settled()
  expect(of('message')).toEqual([{ kind: 'message', channel: 5, text: 'HELLO' }])
})

it('lets news out only when what it tells is stored', async () => {
  const tables = await seated()
  store.quick = false
  await tables.hear({ kind: 'send', channel: 5, text: 'one' })
  await tables.hear({ kind: 'send', channel: 5, text: 'two' })
  await settled()
  expect(of('message')).toEqual([])
  store.flush()
  await settled()
  expect(of('message').map(({ text }) => text)).toEqual(['ONE'])
  store.flush()
  await settled()
  expect(of('message').map(({ text }) => text)).toEqual(['ONE', 'TWO'])
  expect(new TextDecoder().decode(store.kept.get('t1')!.record)).toBe('two')
})

it('answers a call that makes a table only when the table is stored', async () => {
  store.quick = false
  const tables = page()
  void tables.hear({ kind: 'call', id: 1, path: '/tables', body: '{"game":"tiny"}', secret: '' })
  await settled()
  expect(script.done).toEqual(['POST /tables'])
  expect(of('answer')).toEqual([])
  store.flush()
  await settled()
  expect(of('answer')).toEqual([{ kind: 'answer', id: 1, status: 201, text: '"/tables"' }])
  expect([...store.kept.keys()]).toEqual(['made'])
})

it('plays on where nothing can be stored, and says so', async () => {
  const tables = await seated()
  store.full = true
  await tables.hear({ kind: 'send', channel: 5, text: 'move' })
  await settled()
  expect(of('message').map(({ text }) => text)).toEqual(['MOVE', 'not stored'])
})

it('lists the tables of its seats without Python, those too that could not be stored', async () => {
  store.kept.set('other', { record: Uint8Array.of(1), info: infoOf('other') })
  const tables = await seated()
  store.full = true
  await tables.hear({ kind: 'call', id: 1, path: '/tables', body: '{"game":"tiny"}', secret: '' })
  const mine = JSON.stringify({ secrets: { t1: 's', made: 's', gone: 's' } })
  await tables.hear({ kind: 'call', id: 2, path: '/mine', body: mine, secret: '' })
  const [, answer] = of('answer')
  expect((JSON.parse(answer!.text) as TableInfo[]).map(({ table }) => table)).toEqual([
    't1',
    'made',
  ])
  said = []
  await page().hear({ kind: 'call', id: 3, path: '/mine', body: mine, secret: '' })
  expect(said.map(({ kind }) => kind)).toEqual(['answer'])
})

it('says at once that a table is unknown, without starting Python', async () => {
  await page().hear({ kind: 'connect', channel: 2, path: 'tables/never' })
  expect(of('message')[0]!.text).toContain('unknown-table')
  expect(of('ready')).toEqual([])
})

it.each([
  [new NoWebAssembly('none'), 'webassembly'],
  [new Unreachable('offline'), 'unreachable'],
  [new Mixed('version 2'), 'mixed'],
  [new Error('a bug'), 'failed'],
])('says why Python cannot start, and starts it when the person tries again', async (why, kind) => {
  obstacle = why
  const tables = page()
  const opening = tables.hear({ kind: 'connect', channel: 3, path: 'puzzles/tiny/p1' })
  await settled()
  expect(of('trouble').map(({ trouble }) => trouble)).toEqual([kind])
  expect(of('open')).toEqual([])
  obstacle = null
  await tables.hear({ kind: 'retry', take: false })
  await opening
  expect(of('open')).toEqual([{ kind: 'open', channel: 3 }])
})

it('leaves the tables to another tab until they are taken from it', async () => {
  elsewhere = true
  store.kept.set('t1', { record: Uint8Array.of(7), info: infoOf('t1') })
  const tables = page()
  const opening = tables.hear({ kind: 'connect', channel: 5, path: 'tables/t1' })
  await settled()
  expect(of('trouble').map(({ trouble }) => trouble)).toEqual(['elsewhere'])
  await tables.hear({ kind: 'connect', channel: 6, path: 'puzzles/tiny/p1' })
  expect(of('open').map(({ channel }) => channel)).toEqual([6])
  await tables.hear({ kind: 'retry', take: true })
  await opening
  expect(of('open').map(({ channel }) => channel)).toEqual([6, 5])
})

it('writes nothing more once another tab has taken the tables', async () => {
  const tables = await seated()
  loseThem()
  expect(of('lost')).toEqual([{ kind: 'lost', trouble: 'elsewhere', why: '' }])
  await tables.hear({ kind: 'send', channel: 5, text: 'late' })
  await settled()
  expect(store.kept.get('t1')!.record).toEqual(Uint8Array.of(7))
  expect(of('message')).toEqual([])
})

it('says that it is lost when Python breaks', async () => {
  const tables = await seated()
  script.broken = true
  await tables.hear({ kind: 'send', channel: 5, text: 'move' })
  expect(of('lost')).toEqual([{ kind: 'lost', trouble: 'failed', why: 'Error: out of memory' }])
})

it('passes on orders, results and closed connections, and goes on when Python wants to', async () => {
  const tables = await seated()
  script.orders = [{ number: 4, game: 'tiny', most: 3, searches: [] }]
  script.stopped = [2]
  script.again = 100
  await tables.hear({ kind: 'send', channel: 5, text: 'bye' })
  await settled()
  expect(of('order').map(({ order }) => order.number)).toEqual([4])
  expect(of('stop')).toEqual([{ kind: 'stop', order: 2 }])
  expect(of('closed')).toEqual([{ kind: 'closed', channel: 5 }])
  expect(script.again).toBeUndefined()
  await tables.hear({ kind: 'found', order: 4, results: '[]' })
  await tables.hear({ kind: 'failed', order: 5, why: 'memory' })
  expect(script.done.slice(1)).toEqual(['found 4 []', 'failed 5 memory'])
})

it('deletes tables, and closes those that are open', async () => {
  const tables = await seated()
  const body = JSON.stringify({ tables: ['t1'] })
  await tables.hear({ kind: 'call', id: 1, path: '/kept/delete', body, secret: '' })
  expect(store.kept.size).toBe(0)
  expect(script.done).toEqual(['open t1 7', 'forget t1'])
})

it('removes the oldest of many finished games', async () => {
  for (let n = 0; n < 103; n++)
    store.kept.set(`old${n}`, {
      record: Uint8Array.of(1),
      info: { ...infoOf(`old${n}`), over: true },
    })
  await seated()
  expect(store.kept.size).toBe(101)
  expect(store.kept.has('t1')).toBe(true)
})

it('loads the workbench and the game of a saved match before they are asked for', async () => {
  const tables = page()
  const call = { kind: 'call', id: 1, secret: '' } as const
  await tables.hear({ ...call, path: '/lab/tiny', body: undefined })
  await tables.hear({ ...call, path: '/lab/games?after=3', body: undefined })
  const file = JSON.stringify({ game: 'other' })
  await tables.hear({ ...call, path: '/matches', body: JSON.stringify({ file }) })
  await tables.hear({ ...call, path: '/matches', body: 'no JSON' })
  expect(added).toEqual(['tiny', 'the workbench', 'games', 'the workbench', 'other'])
  expect(script.done[1]).toBe('GET /lab/games?after=3')
})

const kinds = () => said.map(({ kind }) => kind)

it('starts Python before it is needed, from files that this browser keeps or may download', async () => {
  const tables = page()
  await tables.hear({ kind: 'prepare', game: 'tiny', download: false })
  expect([added, kinds()]).toEqual([[], ['prepared']])
  await tables.hear({ kind: 'prepare', game: 'tiny', download: true })
  kept = true
  await page().hear({ kind: 'prepare', game: 'other', download: false })
  expect([added, kinds()]).toEqual([
    ['tiny', 'other'],
    ['prepared', 'prepared', 'prepared'],
  ])
})

it('reports why Python cannot start only once something needs it', async () => {
  obstacle = new Unreachable('offline')
  elsewhere = true
  const tables = page()
  await tables.hear({ kind: 'prepare', game: 'tiny', download: true })
  expect(kinds()).toEqual(['prepared'])
  void tables.hear({ kind: 'connect', channel: 3, path: 'puzzles/tiny/p1' })
  await settled()
  expect(kinds()).toEqual(['prepared', 'needed', 'trouble'])
})
