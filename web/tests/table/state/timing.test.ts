import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { countdown, Timing } from '../../../src/table/state/timing.svelte'
import type { Clocks } from '../../../src/types'

let now = 0
let timing: Timing

beforeEach(() => {
  vi.useFakeTimers()
  now = 1000
  timing = new Timing(() => now)
})
afterEach(() => {
  timing.close()
  vi.useRealTimers()
})

function hear(clocks?: Partial<Clocks>) {
  const all = clocks && { control: { game_s: 300, move_s: 5 }, left: [100, 200], ...clocks }
  timing.receive({ type: 'occupants', now: { occupants: [], clocks: all } })
}

function letPass(seconds: number) {
  now += seconds
  vi.advanceTimersByTime(seconds * 1000)
}

it('counts down the time only of those who decide', () => {
  hear({ running: [1] })
  letPass(30)
  expect([timing.left(0), timing.left(1)]).toEqual([100, 170])
  letPass(1000)
  expect(timing.left(1)).toBe(0)
})

it('restarts with each message, which is authoritative', () => {
  hear({ running: [1] })
  letPass(30)
  hear({ left: [100, 175], running: [0] })
  expect([timing.left(0), timing.left(1)]).toEqual([100, 175])
})

it('stops in a pause, whose own time runs', () => {
  hear({ paused_by: 1, paused_s: 60 })
  letPass(20)
  expect(timing.left(0)).toBe(100)
  expect([timing.pausedBy, timing.pausedFor]).toEqual([1, 40])
})

it('is missing without a clock', () => {
  hear()
  expect(timing.control).toBe(null)
  expect(timing.pausedBy).toBe(-1)
})

it('reports when time is short, and tells screen readers', () => {
  hear({ left: [70, 200], running: [0] })
  expect([timing.isShort(0), timing.toTell(0)]).toEqual([false, 0])
  letPass(10)
  expect(timing.toTell(0)).toBe(60)
  letPass(45)
  expect(timing.isShort(0)).toBe(true)
  letPass(5)
  expect([timing.toTell(0), timing.toTell(1)]).toEqual([10, 0])
})

it.each([
  [245, '4:05'],
  [3725, '1:02:05'],
  [9.46, '0:09.4'],
  [0, '0:00.0'],
  [10, '0:10'],
  [2 * 86400 + 5 * 3600, '2 d 5 h'],
  [86400, '1 d'],
])('shows %f seconds as %s', (seconds, shown) => {
  expect(countdown(seconds)).toBe(shown)
})

it('stands still while a person rests, and goes on after it', () => {
  hear({ running: [0, 1], resting: [{ seat: 1, why: 'night', rest_s: 50 }] })
  letPass(30)
  expect([timing.runs(0), timing.runs(1)]).toEqual([true, false])
  expect([timing.left(0), timing.left(1)]).toEqual([70, 200])
  expect(timing.resting.map(({ seat }) => seat)).toEqual([1])
  letPass(30)
  expect(timing.runs(1)).toBe(true)
  expect(timing.left(1)).toBe(190)
  expect(timing.resting).toEqual([])
})
