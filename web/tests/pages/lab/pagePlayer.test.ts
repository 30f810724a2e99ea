import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Pool } from '../../../src/engine/pool'
import type { Games, PlayedGames } from '../../../src/engine/play'
import type { Source } from '../../../src/engine/worker'
import { PagePlayer, type Server } from '../../../src/pages/lab/pagePlayer'
import type { LabModule, LabMoves, LabNextOrder, LabOrder } from '../../../src/types'
import { Target } from '../../support/target'

const module: LabModule = {
  game: 'tiny',
  digest: 'd1',
  box: 'b1',
  tables: btoa('box'),
  function: 'play_on',
  numbers: { bot: 0 },
  simulations: 1,
  moves: 9,
  limit: 99,
  width: 2,
}
const order = (number: number, more: Partial<LabModule> = {}): LabOrder => ({
  number,
  first: 40,
  games: 1,
  states: btoa('\x01\x02'),
  module: { ...module, ...more },
})

/** A server with these orders. The run is over when the moves of all have come. */
class Fake implements Server {
  moves: LabMoves[] = []
  files: string[] = []
  left: string[] = []
  beats = 0
  digest = 'd1'
  readonly #waiting: ((next: LabNextOrder) => void)[] = []
  readonly #all: number
  constructor(readonly orders: LabOrder[]) {
    this.#all = orders.length
  }
  labOrder: Server['labOrder'] = ({ busy }) => {
    if (busy) this.beats++
    const next = busy ? undefined : this.orders.shift()
    if (busy || next) return Promise.resolve(next ? { order: next } : {})
    if (this.moves.length === this.#all) return Promise.resolve({ over: true })
    return new Promise((resolve) => this.#waiting.push(resolve))
  }
  labMoves: Server['labMoves'] = (played) => {
    this.moves.push(played)
    if (this.moves.length === this.#all) for (const tell of this.#waiting) tell({ over: true })
    return Promise.resolve({})
  }
  moduleFile: Server['moduleFile'] = (_, kind) => {
    this.files.push(kind)
    const text = kind === 'json' ? JSON.stringify({ digest: this.digest }) : kind
    return Promise.resolve(new TextEncoder().encode(text).buffer as ArrayBuffer)
  }
  labLeave: Server['labLeave'] = (_, why) => void this.left.push(why)
}

type Play = (source: Source, games: Games, shown: () => void) => Promise<PlayedGames>

function begun(server: Fake, play: Play): { player: PagePlayer; close: ReturnType<typeof vi.fn> } {
  const close = vi.fn()
  const pool = {
    close,
    size: 2,
    play: (source: Source, games: Games, { shown }: { shown: () => void }) =>
      play(source, games, shown),
  } as unknown as Pool
  const player = new PagePlayer(pool, server)
  player.start()
  return { player, close }
}

let page: Target
beforeEach(() => {
  page = new Target()
  vi.stubGlobal('addEventListener', page.addEventListener)
  vi.stubGlobal('removeEventListener', page.removeEventListener)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('plays what is ordered, and sends the moves until the run is over', async () => {
  const server = new Fake([order(1), order(2)])
  const asked: Games[] = []
  const { player, close } = begun(server, (source, games) => {
    expect(source).toMatchObject({ digest: 'd1', about: { digest: 'd1' }, weights: null })
    asked.push(games)
    return Promise.resolve({ counts: [2], actions: [1, 258] })
  })
  await vi.waitFor(() => expect(server.moves.length).toBe(2))
  await vi.waitFor(() => expect(close).toHaveBeenCalled())
  const moves = btoa('\x01\x00\x02\x01')
  expect(server.moves[0]).toEqual({ page: player.page, number: 1, counts: [2], moves })
  expect(asked[0]).toMatchObject({
    ...{ function: 'play_on', numbers: { bot: 0 }, first: 40, simulations: 1, moves: 9, limit: 99 },
    ...{ box: { digest: 'b1', tables: btoa('box'), blank: [] }, states: Uint8Array.of(1, 2) },
  })
  expect(server.files).toEqual(['json', 'wasm'])
})

it('fetches the weights for a bot that uses them', async () => {
  const server = new Fake([order(1, { weights: true })])
  begun(server, ({ weights }) => {
    expect(weights?.byteLength).toBe('weights'.length)
    return Promise.resolve({ counts: [0], actions: [] })
  })
  await vi.waitFor(() => expect(server.moves[0]?.counts).toEqual([0]))
})

it('says why it could not play', async () => {
  const server = new Fake([order(1)])
  begun(server, () => Promise.reject(new Error('out of memory')))
  await vi.waitFor(() =>
    expect(server.moves).toMatchObject([{ number: 1, error: 'Error: out of memory' }]),
  )
})

it('does not play with a module of other sources, and fetches it again', async () => {
  const server = new Fake([order(1), order(2)])
  server.digest = 'd2'
  const play = vi.fn()
  begun(server, play)
  await vi.waitFor(() => expect(server.moves.length).toBe(2))
  expect(server.moves[0]!.error).toMatch('the module d2, not d1')
  expect(play).not.toHaveBeenCalled()
})

it('says while it plays that it still does', async () => {
  const server = new Fake([order(1)])
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  begun(server, (_, __, shown) => {
    for (now = 1000; now <= 7000; now += 1000) shown()
    return Promise.resolve({ counts: [0], actions: [] })
  })
  await vi.waitFor(() => expect(server.moves.length).toBe(1))
  expect(server.beats).toBe(2)
})

it('stops at once and says so when the page is closed', async () => {
  const server = new Fake([order(1)])
  let end: (error: Error) => void = () => {}
  const play = vi.fn(() => new Promise<PlayedGames>((_, reject) => (end = reject)))
  const { close } = begun(server, play)
  await vi.waitFor(() => expect(play).toHaveBeenCalled())
  page.tell('pagehide', {})
  expect(close).toHaveBeenCalled()
  expect(server.left).toEqual(['closed'])
  end(new Error('closed'))
  await Promise.resolve()
  expect(server.moves).toEqual([])
})

it('plays as many games at once as there are workers, and has one more at hand', async () => {
  const server = new Fake(Array.from({ length: 7 }, (_, i) => order(i + 1)))
  const play = vi.fn(() => new Promise<PlayedGames>(() => {}))
  begun(server, play)
  await vi.waitFor(() => expect(play).toHaveBeenCalledTimes(3))
  expect(server.orders.length).toBe(4)
})

it('stops when the server refuses its moves', async () => {
  const server = new Fake([order(1)])
  server.labMoves = () => Promise.reject(new Error('game 40 is not over after its last move'))
  const { close } = begun(server, () => Promise.resolve({ counts: [0], actions: [] }))
  await vi.waitFor(() => expect(close).toHaveBeenCalled())
  expect(server.left).toEqual(['Error: game 40 is not over after its last move'])
})
