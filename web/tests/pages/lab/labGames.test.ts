import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { api } from '../../../src/net/api'
import { LabGames } from '../../../src/pages/lab/labGames.svelte'
import type { LabRun } from '../../../src/types'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it('waits between requests where none is held, less while games are played', async () => {
  let run: LabRun = { version: 1, phase: 'playing' }
  const asked = vi.spyOn(api, 'labRun').mockImplementation(async () => run)
  const games = new LabGames('letters')
  await vi.advanceTimersByTimeAsync(1)
  expect(asked.mock.calls.map(([after]) => after)).toEqual([-1, 1])
  await vi.advanceTimersByTimeAsync(900)
  expect(asked).toHaveBeenCalledTimes(5)

  run = { version: 2, phase: 'done' }
  await vi.advanceTimersByTimeAsync(300)
  expect(games.run).toEqual(run)
  const count = asked.mock.calls.length
  await vi.advanceTimersByTimeAsync(1500)
  expect(asked).toHaveBeenCalledTimes(count)
  games.close()
})
