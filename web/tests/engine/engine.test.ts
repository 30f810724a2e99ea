import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Engine, shortened } from '../../src/engine/engine'
import type { Found, Question } from '../../src/engine/search'
import type { Source } from '../../src/engine/worker'
import type { SearchTask } from '../../src/types'

const found: Found = {
  actions: [3, 5, 8, 9],
  visits: [10, 40, 10, 40],
  chances: [0.2, 0.5, 0.7, 0.5],
  simulations: 100,
  seats: [0.6, 0.4],
}
const task: SearchTask = {
  type: 'search',
  id: 7,
  task: 2,
  most: 3,
  guided: true,
  searches: [
    { hidden: btoa('\x01\x02'), seat: 1, seed: '9007199254740993', simulations: 600 },
    { hidden: btoa('\x03\x04'), seat: -1, seed: '0', simulations: 400, first: 5 },
  ],
}

const engine = (search: (source: Source, question: Question) => Promise<Found>): Engine =>
  new Engine({ module: 'm', box: 'b' }, {} as Source, search)

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}))
afterEach(() => void vi.restoreAllMocks())

it('keeps the most visited actions, of equal ones the better, then the first', () => {
  expect(shortened(found, 3)).toEqual({
    actions: [5, 9, 8],
    visits: [40, 40, 10],
    chances: [0.5, 0.5, 0.7],
    seats: [0.6, 0.4],
  })
})

it('does the searches of a task, with seeds that no number of JavaScript holds', async () => {
  const asked: Question[] = []
  const answer = await engine(async (_, question) => {
    asked.push(question)
    return found
  }).answer(task, new AbortController().signal)
  const common = { simulations: 600, guided: true }
  const hidden = (...bytes: number[]) => new Uint8Array(bytes)
  expect(asked).toEqual([
    { ...common, hidden: hidden(1, 2), seat: 1, seed: 9007199254740993n, first: -1 },
    { ...common, hidden: hidden(3, 4), seat: -1, seed: 0n, simulations: 400, first: 5 },
  ])
  const result = shortened(found, 3)
  expect(answer).toEqual({ type: 'searched', task: 2, results: [result, result] })
})

it('leaves a task to the server when a search fails', async () => {
  const answer = await engine(async () => {
    throw new Error('out of memory')
  }).answer(task, new AbortController().signal)
  expect(answer).toEqual({ type: 'searched', task: 2 })
  expect(console.warn).toHaveBeenCalledOnce()
})

it('says so when nobody wants a task any more', async () => {
  const stop = new AbortController()
  const answer = await engine(async () => {
    stop.abort()
    throw new Error('aborted')
  }).answer(task, stop.signal)
  expect(answer).toEqual({ type: 'searched', task: 2, wanted: false })
  expect(console.warn).not.toHaveBeenCalled()
})
