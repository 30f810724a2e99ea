import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Socket, toTable } from '../../src/net/socket'
import type { FromServer } from '../../src/types'
import { FakeWebSocket, server, stubBrowser } from '../support/browser'
import { update, viewOf } from '../support/table'

/** The maximum delay of the first attempt after a loss, and of any attempt. */
const SOON = 520
const LATEST = 18_000

let browser: ReturnType<typeof stubBrowser>
let heard: FromServer[]
let states: boolean[]
let waits: number[]
let blocked: boolean[]
let socket: Socket
let secret: string

beforeEach(() => {
  vi.useFakeTimers()
  browser = stubBrowser()
  heard = []
  states = []
  waits = []
  blocked = []
  secret = 's3'
  socket = new Socket(toTable('tab/le'), () => ({ secret }), {
    message: (message) => heard.push(message),
    state: (connected) => states.push(connected),
    waits: (until) => waits.push(until),
    blocked: (value) => blocked.push(value),
  })
})
afterEach(() => {
  socket.close()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const opened = () => FakeWebSocket.all.length

/** Lets the server accept the page. */
function welcome(): void {
  server().accept()
  server().say(update(viewOf(1)))
}

/** Loses the connection repeatedly, until the next attempt has a long delay. */
function loseAgainAndAgain(): void {
  for (let attempt = 0; attempt < 6; attempt++) {
    server().close()
    vi.advanceTimersByTime(LATEST)
  }
}

describe('a socket', () => {
  it('sends its table and the secret of its seat', () => {
    expect(server().url).toBe('ws://here/api/tables/tab%2Fle/ws')
    server().accept()
    expect(server().of('hello')[0]).toMatchObject({ secret: 's3' })
  })

  it('counts as accepted with the first message that is not an error', () => {
    server().accept()
    expect(states).toEqual([])
    server().say({ type: 'error', code: 'unavailable', words: 'The store is away.' })
    expect(states).toEqual([])
    server().say(update(viewOf(1)))
    expect(states).toEqual([true])
    expect(heard.map(({ type }) => type)).toEqual(['error', 'update'])
  })

  it('reports when the server answers, but WebSockets do not get through', async () => {
    const asked: string[] = []
    vi.stubGlobal('fetch', (address: string) => {
      asked.push(address)
      return Promise.resolve({ status: 426 })
    })
    const fail = async () => {
      server().close()
      await vi.advanceTimersByTimeAsync(2500)
    }
    await fail() // the server may just have started
    expect(asked).toEqual([])
    await fail()
    expect(asked).toEqual(['/api/tables/tab%2Fle/ws'])
    expect(blocked).toEqual([])
    await fail()
    expect(blocked).toEqual([true])
    welcome()
    expect(blocked).toEqual([true, false])
    server().close()
    await vi.advanceTimersByTimeAsync(2500)
    expect(asked).toHaveLength(1) // a connection that breaks later doesn't count
  })

  it('reconnects soon after a loss', () => {
    welcome()
    server().close()
    expect(states).toEqual([true, false])
    vi.advanceTimersByTime(SOON)
    expect(opened()).toBe(2)
  })

  it('waits longer after each failed attempt, up to a limit', () => {
    const pauses: number[] = []
    for (let attempt = 0; attempt < 8; attempt++) {
      const before = opened()
      server().close()
      let waited = 0
      for (; opened() === before; waited += 100) vi.advanceTimersByTime(100)
      pauses.push(waited)
    }
    expect(pauses[0]).toBeLessThanOrEqual(SOON + 100)
    expect(Math.min(...pauses.slice(5))).toBeGreaterThan(5_000)
    expect(Math.max(...pauses)).toBeLessThanOrEqual(LATEST)
  })

  it('tells the time of its next attempt, and retries at once when told to', () => {
    loseAgainAndAgain()
    server().close()
    const before = opened()
    expect(waits.at(-1)! - Date.now()).toBeGreaterThan(5_000)
    socket.hurry()
    expect(opened()).toBe(before + 1)
    expect(waits.at(-1)).toBe(0)
  })

  it('starts with short delays again after it was accepted', () => {
    loseAgainAndAgain()
    const before = opened()
    welcome()
    server().close()
    vi.advanceTimersByTime(SOON)
    expect(opened()).toBe(before + 1)
  })

  it('starts with short delays again after a seat was taken', () => {
    loseAgainAndAgain()
    socket.restart()
    const before = opened()
    server().close()
    vi.advanceTimersByTime(SOON)
    expect(opened()).toBe(before + 1)
  })

  it('keeps long delays while the server answers with errors only', () => {
    loseAgainAndAgain()
    const before = opened()
    server().accept()
    server().say({ type: 'error', code: 'unavailable', words: 'The store is away.' })
    server().close()
    vi.advanceTimersByTime(SOON)
    expect(opened()).toBe(before)
  })

  it('retries at once when the network is back or the page becomes visible', () => {
    loseAgainAndAgain()
    for (const event of ['online', 'visibilitychange']) {
      server().close()
      const before = opened()
      browser.wake(event)
      expect(opened()).toBe(before + 1)
    }
    server().close()
    browser.document.hidden = true
    const before = opened()
    browser.wake('visibilitychange')
    expect(opened()).toBe(before)
  })

  it('is lost when no message arrives any more', () => {
    welcome()
    vi.advanceTimersByTime(10_000)
    expect(states).toEqual([true, false])
  })

  it('reconnects when told to, and ignores the old connection', () => {
    welcome()
    const old = server()
    socket.restart()
    expect(opened()).toBe(2)
    expect(states).toEqual([true])
    old.say(update(viewOf(2)))
    expect(heard).toHaveLength(1)
  })

  it('sends only while there is a connection, and nothing once it is closed', () => {
    expect(socket.send({ type: 'ping' })).toBe(false)
    welcome()
    expect(socket.send({ type: 'ping' })).toBe(true)
    socket.close()
    expect(socket.send({ type: 'ping' })).toBe(false)
    vi.advanceTimersByTime(60_000)
    browser.wake('online')
    expect(opened()).toBe(1)
  })
})
