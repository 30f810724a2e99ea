// The page's side, with a worker that the test plays and files in memory.

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SITE_FILE } from '../../src/site/files'
import { PageHost, type Hand } from '../../src/site/host'
import type { FromWorker, ToWorker } from '../../src/site/messages'
import type { Searches } from '../../src/site/searches'
import { clear, status } from '../../src/site/status.svelte'

const ROOT = 'https://here.example/games/'
const GAMES = '{"games":[],"bots":[]}'

class FakeWorker implements Hand {
  static all: FakeWorker[] = []
  onmessage: Hand['onmessage'] = null
  onerror: Hand['onerror'] = null
  ended = false
  readonly heard: ToWorker[] = []

  constructor(readonly name: string) {
    FakeWorker.all.push(this)
  }
  postMessage = (message: ToWorker) => void this.heard.push(message)
  terminate = () => void (this.ended = true)
  say(message: FromWorker) {
    this.onmessage!.call({} as Worker, { data: message } as MessageEvent)
  }
  fail(message?: string) {
    this.onerror!.call({} as Worker, { message } as ErrorEvent)
  }
}

let version: string
let online: boolean
const searched: number[] = []
const started = vi.fn()

function host(): PageHost {
  const searches = {
    take: async ({ number }: { number: number }) => void searched.push(number),
    stop: (order: number) => void searched.push(-order),
    close: () => void searched.push(0),
  } as unknown as Searches
  return new PageHost(
    ROOT,
    'v1',
    (name) => new FakeWorker(name),
    () => searches,
    started,
  )
}
const worker = (): FakeWorker => FakeWorker.all.at(-1)!

beforeEach(() => {
  FakeWorker.all = []
  version = 'v1'
  online = true
  searched.length = 0
  started.mockClear()
  clear()
  vi.stubGlobal('CloseEvent', Event)
  vi.stubGlobal('caches', undefined)
  vi.stubGlobal('crypto', {})
  vi.stubGlobal('fetch', async (url: string) => {
    if (!online) throw new TypeError('Failed to fetch')
    const files = { 'python/games.json': [GAMES.length, 'sha256-'] }
    if (url.endsWith(SITE_FILE)) return new Response(JSON.stringify({ version, files }))
    return new Response(GAMES)
  })
})
afterEach(() => void vi.unstubAllGlobals())

it('answers calls from files, without a worker', async () => {
  expect(await host().call('/games')).toEqual({ status: 200, json: true, text: GAMES })
  expect((await host().call('/rules/nothing')).status).toBe(404)
  expect(FakeWorker.all).toEqual([])
})

it('passes other calls to the worker', async () => {
  const page = host()
  const answer = page.call('/mine', '{}')
  expect(JSON.parse(worker().name)).toEqual({ root: ROOT, version: 'v1' })
  expect(worker().heard).toEqual([{ kind: 'call', id: 1, path: '/mine', body: '{}', secret: '' }])
  worker().say({ kind: 'answer', id: 1, status: 200, text: '[]' })
  expect(await answer).toEqual({ status: 200, json: true, text: '[]' })
  const file = page.call('/tables/x/file', undefined, 'secret')
  worker().say({ kind: 'answer', id: 2, status: 200, text: '{}' })
  expect((await file).json).toBe(false)
  expect(FakeWorker.all).toHaveLength(1)
})

it('connects as a WebSocket does', () => {
  const channel = host().connect('tables/x')
  const heard: string[] = []
  channel.onopen = () => heard.push('open')
  channel.onmessage = ({ data }) => heard.push(String(data))
  channel.onclose = () => heard.push('close')
  expect(channel.readyState).toBe(0)
  worker().say({ kind: 'open', channel: 1 })
  expect(channel.readyState).toBe(1)
  channel.send('hello')
  worker().say({ kind: 'message', channel: 1, text: 'welcome' })
  worker().say({ kind: 'closed', channel: 1 })
  expect(channel.readyState).toBe(3)
  expect(heard).toEqual(['open', 'welcome', 'close'])
  expect(worker().heard.map(({ kind }) => kind)).toEqual(['connect', 'send'])
})

it('tells the worker of a connection that the client closes', () => {
  const channel = host().connect('tables/x')
  channel.close()
  channel.close()
  expect(worker().heard.map(({ kind }) => kind)).toEqual(['connect', 'close'])
})

it('shows how far the download is', async () => {
  void host().call('/mine', '{}')
  worker().say({ kind: 'loading', bytes: 1, all: 4 })
  expect(status.loading).toEqual({ bytes: 1, all: 4 })
  worker().say({ kind: 'loading', bytes: 4, all: 4 })
  expect([status.loading, status.starting]).toEqual([null, true])
  worker().say({ kind: 'ready' })
  worker().say({ kind: 'ready' })
  expect(status.starting).toBe(false)
  await vi.waitFor(() => expect(started).toHaveBeenCalledTimes(1))
})

it('shows nothing of a Python that starts before it is needed', () => {
  const page = host()
  page.prepare('tiny', false)
  expect(worker().heard).toEqual([{ kind: 'prepare', game: 'tiny', download: false }])
  worker().say({ kind: 'loading', bytes: 4, all: 4 })
  expect([status.needed, status.starting]).toEqual([false, true])
  worker().say({ kind: 'needed' })
  expect(status.needed).toBe(true)
  worker().say({ kind: 'prepared' })
  expect([status.needed, status.starting]).toEqual([true, false])
  worker().say({ kind: 'ready' })
  expect(status.needed).toBe(false)
})

it('tries again in the same worker what could not start', () => {
  const page = host()
  page.connect('tables/x')
  worker().say({ kind: 'trouble', trouble: 'unreachable', why: 'offline' })
  expect(status.trouble).toBe('unreachable')
  page.retry()
  expect(status.trouble).toBe('')
  expect(worker().heard.at(-1)).toEqual({ kind: 'retry', take: false })
  expect(FakeWorker.all).toHaveLength(1)
})

it('replaces a worker that is lost, once the person wants to go on', async () => {
  const page = host()
  const channel = page.connect('tables/x')
  const closed = vi.fn()
  channel.onclose = closed
  const call = page.call('/tables', '{}')
  worker().say({ kind: 'order', order: { number: 7, game: 'tiny', most: 1, searches: [] } })
  worker().say({ kind: 'stop', order: 7 })
  worker().say({ kind: 'lost', trouble: 'elsewhere', why: '' })
  await expect(call).rejects.toThrow()
  expect(closed).toHaveBeenCalledTimes(1)
  expect(searched).toEqual([7, -7, 0])
  expect([worker().ended, status.trouble]).toEqual([true, 'elsewhere'])
  page.connect('tables/x')
  expect(FakeWorker.all).toHaveLength(1)
  page.retry(true)
  expect(FakeWorker.all).toHaveLength(2)
  expect(worker().heard.map(({ kind }) => kind)).toEqual(['retry', 'connect'])
  expect(worker().heard[0]).toEqual({ kind: 'retry', take: true })
})

it.each([
  ['breaks', () => 'a bug', () => {}, 'failed'],
  ['is not in the folder any more', () => undefined, () => {}, 'mixed'],
  ['cannot be downloaded', () => undefined, () => void (online = false), 'unreachable'],
])('says why there is no worker: its script %s', async (_, words, before, trouble) => {
  before()
  void host()
    .call('/mine', '{}')
    .catch(() => {})
  worker().fail(words())
  await vi.waitFor(() => expect(status.trouble).toBe(trouble))
})

it('notices a folder of another version', async () => {
  version = 'v2'
  await expect(host().call('/games')).rejects.toThrow('expected version v1; found v2')
  expect(status.trouble).toBe('mixed')
})
