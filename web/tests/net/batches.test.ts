import { expect, it } from 'vitest'
import { inParts, joined } from '../../src/net/batches'
import { MAX_HELD } from '../../src/types'

const held = (n: number) =>
  Object.fromEntries(Array.from({ length: n }, (_, i) => [`table${i}`, `secret${i}`]))

it('asks about all held secrets, in requests of an allowed size, the newest first', async () => {
  const asked: string[][] = []
  const ask = (part: Record<string, string>) => {
    asked.push(Object.keys(part))
    return Promise.resolve(Object.values(part))
  }
  const answers = await inParts(held(2 * MAX_HELD + 1), ask)
  expect(asked.map((each) => each.length)).toEqual([MAX_HELD, MAX_HELD, 1])
  expect(asked[0]![0]).toBe(`table${2 * MAX_HELD}`)
  expect(new Set(answers.flat()).size).toBe(2 * MAX_HELD + 1)
})

it('asks once if no secret is held, for the seats of an account', async () => {
  expect(await inParts({}, (part) => Promise.resolve(Object.keys(part).length))).toEqual([0])
})

it('lists entries of several answers once', () => {
  const lists = [['a', 'b'], ['b']]
  expect(joined(lists, (each) => each)).toEqual(['a', 'b'])
})
