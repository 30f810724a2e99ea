import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { hold, Queue } from '../src/lib/pace'

let shown: string[]
let queue: Queue<string>

beforeEach(() => {
  vi.useFakeTimers()
  shown = []
  queue = new Queue(
    (item) => shown.push(item),
    () => 'normal',
    () => Date.now(),
  )
})
afterEach(() => vi.useRealTimers())

it('holds each move and hurries when many wait', () => {
  expect(hold('normal', 1)).toBe(900)
  expect(hold('normal', 9)).toBe(300)
  expect(hold('slow', 1)).toBeGreaterThan(hold('fast', 1))
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

it('forgets what waits on a fresh connection', () => {
  queue.replace('a')
  queue.push('b')
  queue.replace('c')
  vi.advanceTimersByTime(5000)
  expect(shown).toEqual(['a', 'c'])
})

it('keeps what takes longer to read for longer', () => {
  queue = new Queue(
    (item) => shown.push(item),
    () => 'normal',
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
