import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { GameModule } from '../../src/engine/module'
import { play, type Games } from '../../src/engine/play'

/** A module in which the game from the state n has n moves: the numbers from 1 to n. A move takes so long. */
class Fake {
  about = { records: { state: 1 } }
  calls: number[] = []
  #left = 0
  #at = 0
  #made: number[] = []
  constructor(readonly ms: number) {}
  useTrees(): void {}
  useBox(): void {}
  fill(): void {
    this.#at = 0
  }
  write(_: string, state: Uint8Array): void {
    this.#left = state[0]!
  }
  call(_: string, { more }: { more: number }): number {
    this.calls.push(more)
    const made = Math.min(more, this.#left)
    this.#made = Array.from({ length: made }, () => ++this.#at)
    this.#left -= made
    vi.advanceTimersByTime(made * this.ms)
    return made
  }
  wholes(): number[] {
    return this.#made
  }
}

const games = (...states: number[]): Games => ({
  box: { digest: '', tables: '', blank: [] },
  function: 'play_on',
  numbers: {},
  simulations: 1,
  moves: 8,
  limit: 99,
  states: Uint8Array.from(states),
  first: 0,
})
const playing = (fake: Fake, wanted: Games, how = {}) => {
  const played = play(fake as unknown as GameModule, wanted, how)
  void vi.runAllTimersAsync()
  return played
}

beforeEach(() => vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] }))
afterEach(() => vi.useRealTimers())

it('plays games one after the other, with more moves in a call while they are quick', async () => {
  const fake = new Fake(0)
  expect(await playing(fake, games(3, 0, 20))).toEqual({
    counts: [3, 0, 20],
    actions: [1, 2, 3, ...Array.from({ length: 20 }, (_, i) => i + 1)],
  })
  expect(Math.max(...fake.calls)).toBe(8)
  expect(fake.calls[0]).toBe(1)
})

it('makes few moves in a call while they are slow, and shows how many there are', async () => {
  const fake = new Fake(150)
  const shown: number[] = []
  await playing(fake, games(6), { shown: (moves: number) => shown.push(moves) })
  expect(fake.calls).toEqual(fake.calls.map(() => 1))
  expect(shown).toEqual([2, 4, 6])
})

it('returns the games that are over when it is stopped', async () => {
  const stop = new AbortController()
  const shown = (moves: number): void => {
    if (moves >= 5) stop.abort()
  }
  const played = await playing(new Fake(250), games(3, 9), { shown, stop: stop.signal })
  expect(played).toEqual({ counts: [3], actions: [1, 2, 3] })
})
