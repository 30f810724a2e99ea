import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Outage, PATIENCE, RELIEF } from '../../../src/table/state/outage.svelte'
import { onScreen } from '../../support/reactive.svelte'

let outage: Outage
const screen = () => onScreen(() => [outage.shown, outage.over])

beforeEach(() => {
  vi.useFakeTimers()
  outage = new Outage()
})
afterEach(() => {
  outage.close()
  vi.useRealTimers()
})

describe('an outage', () => {
  it('is not shown while it is short', () => {
    const shown = screen()
    outage.turn(false)
    vi.advanceTimersByTime(PATIENCE - 1)
    outage.turn(true)
    vi.advanceTimersByTime(PATIENCE)
    expect(shown.now).toEqual([false, false])
    expect(shown.drawn).toBe(1)
  })

  it('is shown after a while, and then its end', () => {
    const shown = screen()
    outage.turn(false)
    vi.advanceTimersByTime(PATIENCE)
    expect(shown.now).toEqual([true, false])
    outage.turn(true)
    expect(shown.now).toEqual([false, true])
    vi.advanceTimersByTime(RELIEF)
    expect(shown.now).toEqual([false, false])
  })

  it('counts from its beginning, however many attempts fail', () => {
    const shown = screen()
    for (let waited = 0; waited < PATIENCE; waited += 500) {
      outage.turn(false)
      vi.advanceTimersByTime(500)
    }
    expect(shown.now).toEqual([true, false])
  })
})
