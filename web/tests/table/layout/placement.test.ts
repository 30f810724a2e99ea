import { expect, it } from 'vitest'
import { paged, previewGhosts, placementOf } from '../../../src/table/layout/placement'
import type { Layout, Piece, View } from '../../../src/types'

const layout: Layout = {
  width: 400,
  height: 200,
  areas: { row: [0, 0, 400, 100, 0], seat: [0, 100, 100, 100] },
}

function view(ply: number, pieces: Piece[], more: Partial<View> = {}): View {
  return {
    game: 'x',
    seat: 0,
    ply,
    waiting: [],
    over: false,
    clock: { words: '' },
    wide: layout,
    narrow: layout,
    pieces,
    parts: [
      { part: 'zone', id: 'row', area: 'row', shape: 'row', label: 'Row', columns: 4 },
      { part: 'zone', id: 'hand', area: 'hand', shape: 'row', label: 'Hand', columns: 3, owner: 1 },
      { part: 'seat', id: 'him', area: 'seat', seat: 1 },
    ],
    ...more,
  }
}
const piece = (id: string, at: number, more: Partial<Piece> = {}): Piece => ({
  id,
  zone: 'row',
  at,
  label: id,
  face: { kind: 'card' },
  ...more,
})

it('keeps the order of first appearance, so that no element moves in the document', () => {
  const first = placementOf(view(0, [piece('a', 0), piece('b', 1)]), layout, null)
  const second = placementOf(view(1, [piece('c', 0), piece('b', 2), piece('a', 1)]), layout, first)
  expect(second.pieces.map((placed) => placed.piece.id)).toEqual(['a', 'b', 'c'])
})

it('starts a new piece at its origin, and no piece on the first view', () => {
  const first = placementOf(
    view(0, [piece('deck', 0), piece('old', 1, { via: 'deck' })]),
    layout,
    null,
  )
  expect(first.pieces.every((placed) => placed.from === null)).toBe(true)
  const second = placementOf(
    view(1, [piece('deck', 0), piece('new', 3, { via: 'deck' })]),
    layout,
    first,
  )
  expect(second.pieces.find((placed) => placed.piece.id === 'new')!.from).toMatchObject({
    x: 0,
    w: 100,
  })
})

it('omits parts without a place in the layout', () => {
  const made = placementOf(view(0, [piece('h', 0, { zone: 'hand' })]), layout, null)
  expect(made.pieces).toEqual([])
  expect(made.zones.map(({ zone }) => zone.id)).toEqual(['row'])
})

it('applies a page to the layout: areas move, and an area without width hides its part', () => {
  const paging = {
    ...layout,
    pages: { closer: { row: [0, 0, 200, 100, 0], seat: [0, 0, 0, 0] } },
  } satisfies Layout
  const closer = placementOf(view(0, [piece('a', 0)]), paged(paging, 'closer'), null)
  expect(closer.places.get('a')).toMatchObject({ w: 50 })
  expect(closer.parts).toEqual([])
  expect(paged(paging, '')).toBe(paging)
})

it('lets pieces fly to the owner of a zone without a place, and from the last place of a removed piece', () => {
  const first = placementOf(view(0, [piece('a', 2)]), layout, null)
  const flights = [{ face: { kind: 'card' as const }, source: 'a', target: 'hand' }]
  const second = placementOf(view(1, [], { flights }), layout, first)
  expect(second.ghosts[0]!.from).toMatchObject({ x: 200, y: 0 })
  expect(second.ghosts[0]!.to.y).toBeGreaterThanOrEqual(100)
  expect(placementOf(view(1, [], { flights }), layout, second).ghosts).toEqual([])
})

it('starts pieces one after another, within a short total time', () => {
  const many = (shift: number) =>
    Array.from({ length: 30 }, (_, i) => piece(`p${i}`, (i + shift) % 30))
  const made = placementOf(view(1, many(1)), layout, placementOf(view(0, many(0)), layout, null))
  const delays = made.pieces.map((placed) => placed.delay)
  expect(Math.max(...delays)).toBeLessThanOrEqual(340)
  expect(new Set(delays).size).toBeGreaterThan(20)
})

it('does not draw a zone in a drawer, and lets pieces fly to the drawer', () => {
  const parts: View['parts'] = [
    { part: 'zone', id: 'row', area: 'row', shape: 'row', label: 'Row', columns: 4 },
    { part: 'drawer', id: 'shop', area: 'seat', title: 'Shop', zones: ['row'] },
  ]
  const made = placementOf(view(0, [piece('a', 0)], { parts }), layout, null)
  expect(made.zones).toEqual([])
  expect(made.pieces).toEqual([])
  expect(made.anchors.get('row')).toMatchObject({ x: 0, y: 100 })
})

it('places ghosts where pieces of their zone would lie, above these', () => {
  const now = view(0, [piece('a', 3)])
  const [image, ...rest] = previewGhosts(
    [
      { zone: 'row', at: 2, face: { kind: 'card' } },
      { zone: 'hand', face: { kind: 'card' } },
    ],
    now,
    layout,
  )
  expect(rest).toEqual([])
  expect(image!.rect).toMatchObject({ x: 200, w: 100 })
  expect(image!.z).toBeGreaterThan(placementOf(now, layout, null).pieces[0]!.z)
})

it('has a place for each zone that can be touched, below its pieces', () => {
  const zone = { part: 'zone', id: 'row', area: 'row', shape: 'row', label: 'Row' } as const
  const made = placementOf(
    view(0, [piece('a', 0)], { parts: [{ ...zone, overlap: 0.5, target: true }] }),
    layout,
    null,
  )
  const [target] = made.targets
  expect(target!.rect).toEqual({ x: 0, y: 0, w: 400, h: 100 })
  expect(target!.z).toBeLessThan(made.pieces[0]!.z)
  expect(made.pieces[0]!.under).toBe(true)
})

it('reports when most of the table has moved, but not when one part has', () => {
  const parts = ['him', 'me', 'log'].map((id, seat) => ({
    part: 'seat' as const,
    id,
    area: id,
    seat,
  }))
  const at = (...places: number[]): Layout => ({
    ...layout,
    areas: Object.fromEntries(parts.map(({ id }, i) => [id, [places[i]!, 0, 50, 50, 0]])),
  })
  const shown = view(0, [], { parts })
  const first = placementOf(shown, at(0, 60, 120), null)
  expect(first.rearranged).toBe(false)
  expect(placementOf(shown, at(0, 60, 180), first).rearranged).toBe(false)
  expect(placementOf(shown, at(0, 90, 180), first).rearranged).toBe(true)
})

const compared = (width: number, columns: number): [View, Layout] => {
  const seats = Array.from({ length: columns }, (_, seat) => ({ seat }))
  const hexes = ['dig', 'rest'].map((id, at) =>
    piece(id, at, { zone: 'ring', face: { kind: 'hex' } }),
  )
  const shown = view(0, hexes, {
    parts: [
      { part: 'zone', id: 'ring', area: 'ring', shape: 'row', label: 'Ring', columns: 2 },
      {
        part: 'compare',
        id: 'compare',
        area: 'compare',
        columns: seats,
        rows: [
          { piece: 'rest', title: 'Rest', all: 'used' },
          { piece: 'dig', title: 'Dig' },
        ],
      },
    ],
  })
  return [shown, { ...layout, areas: { compare: [10, 20, width, 154] } }]
}

it('places the pieces of a comparison at the beginning of their rows, even if their zone has no area', () => {
  const [shown, wide] = compared(500, 3)
  const { places, pieces } = placementOf(shown, wide, null)
  const [rest, dig] = [places.get('rest')!, places.get('dig')!]
  expect(rest.x).toBeGreaterThanOrEqual(14)
  expect(rest.y).toBeGreaterThan(20 + 44)
  expect(dig.y - rest.y).toBeCloseTo((154 - 44 - 5 * 2) / 2 + 5)
  expect(dig.y + dig.h).toBeLessThanOrEqual(20 + 154)
  expect(rest.w / rest.h).toBeCloseTo(2 / Math.sqrt(3))
  expect(new Set(pieces.map(({ hint }) => hint))).toEqual(new Set(['row named']))
})

it('leaves the name to the piece where a row has no room for it', () => {
  const [named, wide] = compared(344, 3)
  const [bare, narrow] = compared(344, 6)
  const large = placementOf(named, wide, null).places.get('dig')!
  const { places, pieces } = placementOf(bare, narrow, null)
  expect(places.get('dig')!.h).toBeLessThan(large.h)
  expect(pieces.map(({ hint }) => hint)).toEqual(['row', 'row'])
})

it('leaves pieces of a comparison in their zone if the layout does not have it', () => {
  const [shown] = compared(344, 3)
  const ring: Layout = { ...layout, areas: { ring: [0, 0, 100, 50, 0] } }
  const { places } = placementOf(shown, ring, null)
  expect(places.get('dig')!.w).toBe(50)
})
