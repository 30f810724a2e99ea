import { expect, it } from 'vitest'
import { ringsOf } from '../../../src/table/layout/undoRings'
import { placementOf } from '../../../src/table/layout/placement'
import type { AnyPart, GoesBack, Layout, Piece, View } from '../../../src/types'

const layout: Layout = {
  width: 400,
  height: 300,
  areas: { row: [0, 0, 400, 100, 0], seat: [0, 100, 100, 100], hp: [200, 200, 100, 20] },
}
const parts: AnyPart[] = [
  { part: 'zone', id: 'row', area: 'row', shape: 'row', label: 'Row', columns: 4 },
  { part: 'zone', id: 'hand', area: 'hand', shape: 'row', label: 'Hand', columns: 3, owner: 1 },
  { part: 'seat', id: 'him', area: 'seat', seat: 1 },
  { part: 'track', id: 'hp', area: 'hp', label: 'HP', low: 0, high: 20, value: 5 },
]
const pieces: Piece[] = [
  { id: 'card', zone: 'row', at: 0, label: '', face: { kind: 'card' } },
  { id: 'gem', zone: 'row', at: 1, label: '', face: { kind: 'token', count: 2 } },
  { id: 'held', zone: 'hand', at: 0, label: '', face: { kind: 'back' } },
  { id: 'other', zone: 'hand', at: 1, label: '', face: { kind: 'back' } },
]
const view: View = {
  game: 'x',
  seat: 0,
  ply: 3,
  waiting: [],
  over: false,
  clock: { words: '' },
  wide: layout,
  narrow: layout,
  pieces,
  parts,
}

function rings(back: GoesBack) {
  return ringsOf(back, placementOf(view, layout, null), view, layout)
}

it('rings a card at its edge, and a token as a circle with its change', () => {
  const [card, gem] = rings({
    changed: [
      { piece: 'card', words: '' },
      { piece: 'gem', words: '−2' },
    ],
  })
  expect(card).toMatchObject({ round: false, words: '', rect: { x: -5, y: -5, w: 110, h: 110 } })
  expect(gem).toMatchObject({ round: true, words: '−2' })
  expect(gem!.rect.w).toBe(gem!.rect.h)
})

it('rings a part with a number', () => {
  expect(rings({ changed: [{ piece: 'hp', words: '+3' }] })).toMatchObject([
    { words: '+3', rect: { x: 195, y: 195, w: 110, h: 30 } },
  ])
})

it('rings the head of the owner once for all pieces that are not drawn', () => {
  const changed = ['held', 'other'].map((id) => ({ piece: id, words: '' }))
  expect(rings({ changed })).toMatchObject([{ rect: { x: -5, y: 95, w: 110, h: 110 } }])
})

it('shows the piece that would return to an empty place', () => {
  const places = [{ zone: 'row', at: 3, face: { kind: 'card' as const } }]
  expect(rings({ places })).toMatchObject([{ face: { kind: 'card' }, rect: { x: 295 } }])
})

it('omits pieces without a place', () => {
  const nowhere = { zone: 'gone', at: 0, face: { kind: 'card' as const } }
  expect(rings({ changed: [{ piece: 'gone', words: '' }], places: [nowhere] })).toEqual([])
})
