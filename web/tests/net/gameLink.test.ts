// A finished game in a link: there and back, and links that are damaged, too long, or stand for far too much.

import { deflateRawSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { BadLink, MOST_BYTES, MOST_LETTERS, packed, unpacked } from '../../src/net/gameLink'

const MATCH = {
  game: 'tiny',
  version: '1',
  seed: 4,
  actions: [
    [0, 3],
    [1, 7],
  ],
  name: 'Zoë ✓',
}
const file = JSON.stringify(MATCH, null, 2)
const game = { match: file, names: ['Zoë ✓', 'Rivet'] }
const letters = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')

it('brings a match along', async () => {
  const link = await packed(game)
  expect(link).toMatch(/^[\w-]+$/)
  const { match, names } = await unpacked(link)
  expect(JSON.parse(match)).toEqual(MATCH)
  expect(names).toEqual(game.names)
})

it('says that a link is damaged', async () => {
  const link = await packed(game)
  for (const bad of [
    link.slice(0, -9),
    `${link.slice(0, 9)}%%%`,
    '',
    'A',
    letters(deflateRawSync(Buffer.from([0xff, 0xfe]))),
  ])
    await expect(unpacked(bad), bad).rejects.toMatchObject({ why: 'damaged' })
})

it('says that a link without a match is damaged', async () => {
  for (const text of ['[]', 'null', '7', '{"match": 7, "names": []}', '{"match": {}, "names": 7}'])
    await expect(unpacked(letters(deflateRawSync(text))), text).rejects.toMatchObject({
      why: 'damaged',
    })
})

it('does not unpack a text that is too long', async () => {
  await expect(unpacked('A'.repeat(MOST_LETTERS + 1))).rejects.toMatchObject({ why: 'long' })
  const bomb = letters(deflateRawSync(Buffer.alloc(8 * MOST_BYTES)))
  expect(bomb.length).toBeLessThan(MOST_LETTERS)
  await expect(unpacked(bomb)).rejects.toBeInstanceOf(BadLink)
})

it('makes no link of a match that is too long for one', async () => {
  const actions = Array.from(
    { length: 20_000 },
    (_, i) => (Math.imul(i, 2654435761) >>> 0) % 99_991,
  )
  await expect(packed({ match: JSON.stringify({ actions }), names: [] })).rejects.toMatchObject({
    why: 'long',
  })
})
