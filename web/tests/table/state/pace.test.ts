import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { hold, LAG, Queue, ROUND } from '../../../src/table/state/pace'

let shown: string[]
let queue: Queue<string>

beforeEach(() => {
  vi.useFakeTimers()
  shown = []
  queue = new Queue(
    (item) => shown.push(item),
    () => 'unhurried',
    () => Date.now(),
  )
})
afterEach(() => vi.useRealTimers())

it('holds each move, and speeds up when many wait', () => {
  expect(hold('unhurried', 1)).toBe(900)
  expect(hold('unhurried', 9)).toBe(300)
  expect(hold('unhurried', 1)).toBeGreaterThan(hold('quick', 1))
})

it('shows the first at once and the next after a while', () => {
  queue.push('a')
  vi.advanceTimersByTime(0)
  queue.push('b')
  queue.push('c')
  expect(shown).toEqual(['a'])
  vi.advanceTimersByTime(900)
  expect(shown).toEqual(['a', 'b'])
  vi.advanceTimersByTime(900)
  expect(shown).toEqual(['a', 'b', 'c'])
})

it("shows one's own move at once", () => {
  queue.push('a')
  vi.advanceTimersByTime(10)
  queue.push('mine', true)
  expect(shown).toEqual(['a', 'mine'])
})

it('drops waiting moves on a new connection', () => {
  queue.replace('a')
  queue.push('b')
  queue.replace('c')
  vi.advanceTimersByTime(5000)
  expect(shown).toEqual(['a', 'c'])
})

it('shows moves longer that take longer to read', () => {
  queue = new Queue(
    (item) => shown.push(item),
    () => 'unhurried',
    () => Date.now(),
    (item) => (item === 'attack' ? 2 : 1),
  )
  queue.push('attack')
  vi.advanceTimersByTime(0)
  queue.push('next')
  vi.advanceTimersByTime(1700)
  expect(shown).toEqual(['attack'])
  vi.advanceTimersByTime(100)
  expect(shown).toEqual(['attack', 'next'])
})

it('never lags far behind, however many moves wait and however long each would stay', () => {
  queue = new Queue(
    (item) => shown.push(item),
    () => 'unhurried',
    () => Date.now(),
    () => 3,
  )
  queue.push('first')
  vi.advanceTimersByTime(0)
  for (let i = 0; i < 60; i++) queue.push(String(i))
  vi.advanceTimersByTime(LAG.unhurried + 200)
  expect(shown).toHaveLength(61)
})

it('brings our turn back in time, even if others think for long between their moves', () => {
  queue.begin()
  for (let i = 0; i < 5; i++) {
    queue.push(`early ${i}`)
    vi.advanceTimersByTime(1000)
  }
  vi.advanceTimersByTime(500)
  for (let i = 0; i < 20; i++) queue.push(`late ${i}`)
  vi.advanceTimersByTime(ROUND.unhurried - 5500 + 200)
  expect(shown).toHaveLength(25)
})

it('leaves time to see a move after an even longer decision', () => {
  queue.begin()
  vi.advanceTimersByTime(10 * ROUND.unhurried)
  queue.push('thought about')
  vi.advanceTimersByTime(0)
  queue.push('played by a bot')
  vi.advanceTimersByTime(800)
  expect(shown).toEqual(['thought about'])
})
