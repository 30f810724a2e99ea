// A real module, built with what it must do by `tests/wasm/test_client.py`, which names the folder.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { FORMAT, GameModule, type About } from '../../src/engine/module'
import { play, type Games } from '../../src/engine/play'
import { search, type Found } from '../../src/engine/search'

const folder = process.env.COGTABLE_MODULE ?? ''
const file = (name: string): Buffer<ArrayBuffer> => readFileSync(join(folder, name))
const json = <T>(name: string): T => JSON.parse(file(name).toString()) as T

interface Expected {
  game: string
  hidden: string
  seat: number
  seed: string
  blank: string
  dealt: string
  found: Found
  first: number
  foundByFirst: Found
  /** With another `prior` than the game's. */
  foundByPrior: Record<string, Found>
  /** With the network; null without one. */
  guided: Found | null
  guidedByFirst: Found | null
  played: (Omit<Games, 'box' | 'states'> & {
    bot: string
    weights: boolean
    states: string
    counts: number[]
    actions: number[]
  })[]
}

const bytes = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'base64'))

describe.skipIf(!folder)('a built module', async () => {
  if (!folder) return
  const expected = json<Expected>('expected.json')
  const about = json<About>(`${expected.game}.json`)
  const load = () =>
    GameModule.load(file(`${expected.game}.wasm`), about, expected.found.simulations)
  const module = await load()
  const question = {
    hidden: bytes(expected.hidden),
    seat: expected.seat,
    seed: BigInt(expected.seed),
    simulations: expected.found.simulations,
    first: -1,
    guided: false,
  }

  it('deals as Python does', () => {
    module.write('states', bytes(expected.blank))
    module.call('setup', { seed: BigInt(expected.seed) })
    expect(module.read('states')).toEqual(bytes(expected.dealt))
  })

  it('finds what Python finds, and tells after each slice', async () => {
    const slices: number[] = []
    const found = await search(module, question, { slice: (done) => slices.push(done) })
    expect(found).toEqual(expected.found)
    expect(slices[0]).toBe(16)
    expect([...slices].sort((a, b) => a - b)).toEqual(slices)
  })

  it('begins with the action that is named', async () => {
    const found = await search(module, { ...question, first: expected.first })
    expect(found).toEqual(expected.foundByFirst)
    expect(await search(module, question)).toEqual(expected.found)
  })

  it.each(Object.entries(expected.foundByPrior))(
    'searches with a prior of %s',
    async (prior, by) => {
      expect(await search(module, { ...question, prior: Number(prior) })).toEqual(by)
      expect(await search(module, question)).toEqual(expected.found)
    },
  )

  it('stops between slices', async () => {
    const stop = new AbortController()
    const found = await search(module, question, { slice: () => stop.abort(), stop: stop.signal })
    expect(found.simulations).toBeLessThan(expected.found.simulations)
    expect(found.simulations).toBeGreaterThan(0)
  })

  it('finds what Python finds with the network', async () => {
    if (!expected.guided) {
      await expect(search(module, { ...question, guided: true })).rejects.toThrow(/no network/)
      return
    }
    module.useWeights(new Uint8Array(file(`${expected.game}.weights`)).buffer)
    expect(await search(module, { ...question, guided: true })).toEqual(expected.guided)
    const first = { ...question, guided: true, first: expected.first }
    expect(await search(module, first)).toEqual(expected.guidedByFirst)
    expect(await search(module, question)).toEqual(expected.found)
  })

  it.each(expected.played)('plays the games of $bot', async (wanted) => {
    const wasm = file(`${expected.game}.wasm`)
    const own = await GameModule.load(wasm, about, wanted.simulations)
    if (wanted.weights) own.useWeights(new Uint8Array(file(`${expected.game}.weights`)).buffer)
    const games: Games = { ...wanted, box: about.box, states: bytes(wanted.states) }
    const { counts, actions } = wanted
    expect(await play(own, games)).toEqual({ counts, actions })
    expect(await play(own, { ...games, moves: 1 })).toEqual({ counts, actions })
    const more = { ...games, simulations: games.simulations + 1 }
    await expect(play(own, more)).rejects.toThrow(/trees for \d+ simulations, not/)
    const cut = { ...games, states: games.states.subarray(1) }
    await expect(play(own, cut)).rejects.toThrow(/states: \d+ bytes, of \d+ each/)
  })

  it('refuses what does not fit', async () => {
    expect(() => module.write('hidden', new Uint8Array(100_000))).toThrow(/hidden: 100000 bytes/)
    expect(() => module.call('plant', { seat: 0 })).toThrow(/plant: seed is missing/)
    expect(() => module.call('win')).toThrow(/no function win/)
    const other = { ...about, format: FORMAT + 1 }
    await expect(GameModule.load(file(`${expected.game}.wasm`), other, 1)).rejects.toThrow(/format/)
  })
})
