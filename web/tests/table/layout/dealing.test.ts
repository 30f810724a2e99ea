import { expect, it } from 'vitest'
import { dealt } from '../../../src/table/layout/dealing'
import type { Placed } from '../../../src/table/layout/placement'
import type { Face } from '../../../src/types'

const placed = (id: string, x: number, y: number, face: Face): Placed => ({
  piece: { id, zone: 'z', face, label: id },
  rect: { x, y, w: 100, h: 100 },
  z: 0,
  under: false,
  hint: '',
  from: null,
  back: null,
  delay: 0,
})
const deck = (id: string, y: number) => placed(id, 0, y, { kind: 'back', level: 2, count: 20 })
const card = (id: string, x: number, y: number) => placed(id, x, y, { kind: 'card' })
const token = (id: string, count: number) => placed(id, 600, 0, { kind: 'token', count })

it('flies each card from the deck in its row, face down', () => {
  const deals = dealt([deck('a', 0), deck('b', 120), card('one', 200, 0), card('two', 320, 120)])
  expect(deals.get('one')).toMatchObject({ how: 'fly', from: { y: 0 } })
  expect(deals.get('two')).toMatchObject({ how: 'fly', from: { y: 120 } })
  expect(deals.get('two')!.back).toMatchObject({ kind: 'back', level: 2, count: null })
})

it('slides decks in first, then deals cards, drops tokens and lays down the rest', () => {
  const noble = placed('noble', 900, 0, { kind: 'tile' })
  const deals = dealt([noble, token('red', 4), card('one', 200, 0), deck('a', 0)])
  expect([...deals].map(([id, { how }]) => [id, how])).toEqual([
    ['a', 'slide'],
    ['one', 'fly'],
    ['red', 'drop'],
    ['noble', 'lay'],
  ])
  const starts = [...deals.values()].map(({ at }) => at)
  expect(starts).toEqual([...starts].sort((a, b) => a - b))
})

it('ends within two seconds, whatever lies on the table', () => {
  const many = Array.from({ length: 80 }, (_, i) => card(`c${i}`, 100 + i, 0))
  const chips = Array.from({ length: 40 }, (_, i) => token(`t${i}`, 3))
  const nobles = Array.from({ length: 12 }, (_, i) => placed(`n${i}`, 0, 0, { kind: 'tile' }))
  const deals = dealt([deck('a', 0), ...many, ...chips, ...nobles])
  expect(deals.size).toBe(133)
  expect(Math.max(...[...deals.values()].map(({ at }) => at))).toBeLessThanOrEqual(1540)
})

it('does not deal what is not there: empty places, and places for pieces', () => {
  const spot = placed('spot', 0, 0, { kind: 'spot' })
  const none = placed('pile', 0, 0, { kind: 'pile', count: 0, dim: true })
  expect(dealt([deck('a', 0), token('none', 0), spot, none]).size).toBe(1)
})

it('lays cards down in a game without decks', () => {
  expect(dealt([card('one', 0, 0)]).get('one')).toMatchObject({ how: 'lay', from: null })
})
