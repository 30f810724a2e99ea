import { expect, it, vi } from 'vitest'
import type { Found, Question } from '../../src/engine/search'
import type { Source } from '../../src/engine/worker'
import type { Files } from '../../src/site/files'
import type { ThinkingOrder } from '../../src/site/messages'
import { Searches } from '../../src/site/searches'

const FOUND: Found = {
  actions: [1, 2, 3],
  visits: [5, 9, 1],
  chances: [0.5, 0.6, 0.1],
  simulations: 15,
  seats: [0.5, 0.5],
}
const ORDER: ThinkingOrder = {
  number: 3,
  game: 'tiny',
  most: 2,
  prior: 0,
  guided: true,
  searches: [
    { hidden: btoa('\x01'), seat: 0, seed: '9007199254740993', simulations: 15 },
    { hidden: btoa('\x02'), seat: 0, seed: '1', simulations: 15, first: 2 },
  ],
}

const ABOUT = { network: {} }
const MODULE = { digest: 'd', box: 'b', tables: 'AA==', blank: [4] }

/** The files of a site; those of a game that it lacks reject. */
const files = (loaded: string[] = []): Promise<Files> =>
  Promise.resolve({
    load: (path: string) => {
      loaded.push(path)
      return path.includes('tiny')
        ? Promise.resolve(Uint8Array.of(9))
        : Promise.reject(new Error(`${path} is missing`))
    },
    json: (path: string) => {
      loaded.push(path)
      return Promise.resolve(path.endsWith('.module.json') ? MODULE : ABOUT)
    },
  } as unknown as Files)

function answers() {
  const given: unknown[] = []
  return {
    given,
    answering: {
      found: (order: number, results: string) => void given.push([order, JSON.parse(results)]),
      failed: (order: number, why: string) => void given.push([order, why]),
    },
  }
}

it('does the searches of an order as the table asks', async () => {
  const asked: [Source, Question][] = []
  const searches = new Searches(() => files(), {
    search: async (source, question) => {
      asked.push([source, question])
      return FOUND
    },
    close: () => {},
  })
  const { given, answering } = answers()
  await searches.take(ORDER, answering)
  expect(asked.map(([, question]) => question)).toEqual([
    {
      hidden: Uint8Array.of(1),
      seat: 0,
      seed: 9007199254740993n,
      simulations: 15,
      first: -1,
      guided: true,
      prior: 0,
    },
    {
      hidden: Uint8Array.of(2),
      seat: 0,
      seed: 1n,
      simulations: 15,
      first: 2,
      guided: true,
      prior: 0,
    },
  ])
  expect(asked[0]![0]).toMatchObject({
    digest: 'd b',
    box: { digest: 'b', tables: 'AA==', blank: [4] },
    weights: Uint8Array.of(9).buffer,
  })
  const result = { actions: [2, 1], visits: [9, 5], chances: [0.6, 0.5], seats: [0.5, 0.5] }
  expect(given).toEqual([[3, [result, result]]])
})

it('loads a module once', async () => {
  const loaded: string[] = []
  const searches = new Searches(() => files(loaded), {
    search: () => Promise.resolve(FOUND),
    close: () => {},
  })
  const { answering } = answers()
  await searches.take(ORDER, answering)
  await searches.take({ ...ORDER, number: 4 }, answering)
  expect(loaded.sort()).toEqual(
    ['json', 'module.json', 'wasm', 'weights'].map((kind) => `python/tiny.${kind}`),
  )
})

it('says why it cannot search', async () => {
  const searches = new Searches(() => files(), {
    search: () => Promise.reject(new Error('out of memory')),
    close: () => {},
  })
  const { given, answering } = answers()
  await searches.take(ORDER, answering)
  await searches.take({ ...ORDER, number: 5, game: 'other' }, answering)
  expect(given).toEqual([
    [3, 'Error: out of memory'],
    [5, 'Error: python/other.wasm is missing'],
  ])
})

it('answers nothing that was stopped', async () => {
  const begun: number[] = []
  const searches = new Searches(() => files(), {
    search: (_, __, signal) => {
      begun[0] = 6
      return new Promise((_, reject) =>
        signal!.addEventListener('abort', () => reject(signal!.reason as Error)),
      )
    },
    close: () => {},
  })
  const { given, answering } = answers()
  const [one, two] = [
    searches.take(ORDER, answering),
    searches.take({ ...ORDER, number: 6 }, answering),
  ]
  searches.stop(3) // while its module is loaded
  await one
  await vi.waitFor(() => expect(begun).toEqual([6]))
  searches.close() // while it searches
  await two
  expect(given).toEqual([])
})
