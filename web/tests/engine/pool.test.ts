import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { About } from '../../src/engine/module'
import { IDLE_MS, Pool, SILENT_MS, type Hand } from '../../src/engine/pool'
import type { Found } from '../../src/engine/search'
import type { Order, Report, Source } from '../../src/engine/worker'

class Fake implements Hand {
  orders: Order[] = []
  ended = false
  onmessage: Hand['onmessage'] = null
  onerror: Hand['onerror'] = null
  postMessage(order: Order): void {
    this.orders.push(order)
  }
  terminate(): void {
    this.ended = true
  }
  say(report: Report): void {
    const event = new MessageEvent('message', { data: report })
    ;(this.onmessage as (event: MessageEvent) => void)(event)
  }
  get id(): number {
    const order = this.orders.at(-1)!
    return order.kind === 'search' ? order.id : 0
  }
}

let workers: Fake[]
let pool: Pool

beforeEach(() => {
  vi.useFakeTimers()
  workers = []
  const make = (): Hand => {
    const worker = new Fake()
    workers.push(worker)
    return worker
  }
  pool = new Pool(make, 2)
})
afterEach(() => {
  pool.close()
  vi.useRealTimers()
})

const source = (digest: string): Source => ({
  digest,
  module: new ArrayBuffer(8),
  about: {} as About,
  box: { digest: '', tables: '', blank: [] },
  weights: null,
})
const question = {
  hidden: new Uint8Array(4),
  seat: 0,
  seed: 1,
  simulations: 100,
  first: -1,
  guided: false,
}
const found = (simulations: number): Found => ({
  actions: [1],
  visits: [simulations],
  chances: [1],
  simulations,
  seats: [1],
})

it('starts no more workers than it may, and gives each the module once', async () => {
  const first = pool.search(source('a'), question)
  const others = [pool.search(source('a'), question), pool.search(source('a'), question)]
  expect(workers.length).toBe(2)
  workers[0]!.say({ kind: 'found', id: workers[0]!.id, found: found(100) })
  expect(await first).toEqual(found(100))
  const sent = workers[0]!.orders.map((order) => order.kind === 'search' && order.source?.digest)
  expect(sent).toEqual(['a', undefined])
  for (const worker of workers) worker.say({ kind: 'found', id: worker.id, found: found(1) })
  expect(await Promise.all(others)).toEqual([found(1), found(1)])
})

it('waits for a worker that says it goes on', async () => {
  const slow = pool.search(source('a'), question)
  const [worker] = workers
  for (let slices = 0; slices < 3; slices++) {
    vi.advanceTimersByTime(SILENT_MS - 1)
    worker!.say({ kind: 'searching', id: worker!.id })
  }
  worker!.say({ kind: 'found', id: worker!.id, found: found(100) })
  expect(await slow).toEqual(found(100))
})

it('keeps an idle worker for a while', async () => {
  const done = pool.search(source('a'), question)
  workers[0]!.say({ kind: 'found', id: workers[0]!.id, found: found(100) })
  await done
  vi.advanceTimersByTime(IDLE_MS - 1)
  const again = pool.search(source('a'), question)
  vi.advanceTimersByTime(SILENT_MS - 1)
  expect([workers.length, workers[0]!.ended]).toEqual([1, false])
  workers[0]!.say({ kind: 'found', id: workers[0]!.id, found: found(100) })
  await again
  vi.advanceTimersByTime(IDLE_MS)
  expect(workers[0]!.ended).toBe(true)
})

it('stops a search that nobody waits for, and goes on with the next', async () => {
  const stop = new AbortController()
  const dropped = pool.search(source('a'), question, stop.signal)
  const never = new AbortController()
  const waiting = [pool.search(source('a'), question), pool.search(source('a'), question)]
  const last = pool.search(source('a'), question, never.signal)
  never.abort(new Error('unwanted'))
  stop.abort(new Error('enough'))
  await expect(dropped).rejects.toThrow('enough')
  await expect(last).rejects.toThrow('unwanted')
  expect(workers[0]!.orders.at(-1)).toEqual({ kind: 'stop' })
  const { id } = workers[0]!.orders[0] as { id: number }
  workers[0]!.say({ kind: 'found', id, found: found(40) })
  expect(workers[0]!.id).toBe(3)
  for (const worker of workers) worker.say({ kind: 'found', id: worker.id, found: found(2) })
  expect(await Promise.all(waiting)).toEqual([found(2), found(2)])
})

it('rejects what fails, and uses the worker again', async () => {
  const failed = pool.search(source('a'), question)
  workers[0]!.say({ kind: 'failed', id: workers[0]!.id, error: 'unreachable executed' })
  await expect(failed).rejects.toThrow('unreachable executed')
  void pool.search(source('a'), question).catch(() => {})
  expect(workers.length).toBe(1)
})

it('replaces a worker that crashes or says nothing', async () => {
  const crashed = pool.search(source('a'), question)
  ;(workers[0]!.onerror as (event: ErrorEvent) => void)({ message: 'out of memory' } as ErrorEvent)
  await expect(crashed).rejects.toThrow('out of memory')
  expect(workers[0]!.ended).toBe(true)
  const silent = pool.search(source('a'), question)
  const refused = expect(silent).rejects.toThrow('says nothing')
  vi.advanceTimersByTime(SILENT_MS)
  await refused
  expect(workers.map(({ ended }) => ended)).toEqual([true, true])
})
