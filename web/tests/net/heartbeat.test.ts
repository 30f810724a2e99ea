import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { BEAT, Heartbeat } from '../../src/net/heartbeat'

let asked: number
let lost: number
let heart: Heartbeat

beforeEach(() => {
  vi.useFakeTimers()
  asked = lost = 0
  heart = new Heartbeat(
    () => asked++,
    () => lost++,
    () => Date.now(),
  )
  heart.start()
})
afterEach(() => {
  heart.stop()
  vi.useRealTimers()
})

/** Plays beats, each answered by the other side. */
function answered(beats: number) {
  for (let beat = 0; beat < beats; beat++) {
    vi.advanceTimersByTime(BEAT)
    heart.hear()
  }
}

describe('a heartbeat', () => {
  it('pings repeatedly, and accepts answers', () => {
    answered(50)
    expect(asked).toBe(50)
    expect(lost).toBe(0)
  })

  it('detects silence within ten seconds, whenever it begins, and reports it once', () => {
    answered(3)
    vi.advanceTimersByTime(7_500)
    expect(lost).toBe(1)
    vi.advanceTimersByTime(60_000)
    expect(lost).toBe(1)
  })

  it('tolerates one missing answer', () => {
    answered(3)
    vi.advanceTimersByTime(2 * BEAT)
    heart.hear()
    answered(3)
    expect(lost).toBe(0)
  })

  it('is more patient while a connection is opened, but not forever', () => {
    vi.advanceTimersByTime(3 * BEAT)
    expect(lost).toBe(0)
    vi.advanceTimersByTime(BEAT)
    expect(lost).toBe(1)
  })

  it('draws no conclusion from silence while it slept', () => {
    answered(1)
    for (let minute = 0; minute < 5; minute++) {
      vi.setSystemTime(Date.now() + 60_000) // a page in the background: its timers run once a minute
      vi.advanceTimersByTime(BEAT)
    }
    expect(lost).toBe(0)
  })

  it('starts again when the page becomes visible', () => {
    answered(1)
    vi.advanceTimersByTime(2 * BEAT)
    heart.probe()
    expect(asked).toBe(4)
    vi.advanceTimersByTime(BEAT)
    expect(lost).toBe(0)
    vi.advanceTimersByTime(BEAT)
    expect(lost).toBe(1)
  })

  it('does nothing once it is stopped', () => {
    heart.stop()
    heart.probe()
    vi.advanceTimersByTime(60_000)
    expect([asked, lost]).toEqual([0, 0])
  })
})
