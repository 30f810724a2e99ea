import { expect, it } from 'vitest'
import { panelOf } from '../src/lib/peek'
import type { Layout, View } from '../src/lib/types'

const wide: Layout = { width: 400, height: 200, areas: { his: [100, 20, 200, 100], hand: [110, 60, 180, 50, 4, 'x'], board: [0, 60, 400, 140] } }
const narrow: Layout = { width: 100, height: 200, areas: { strip: [0, 0, 100, 40], mine: [0, 160, 100, 40] } }

function view(more: Partial<View> = {}): View {
  return {
    game: 'x', seat: 0, ply: 0, waiting: [], over: false, clock: { words: '' }, wide, narrow, pieces: [],
    parts: [
      { part: 'panel', id: 'strip', area: 'strip', seat: 1 },
      { part: 'panel', id: 'his', area: 'his', seat: 1 },
      { part: 'panel', id: 'mine', area: 'mine', seat: 0 },
    ],
    ...more,
  }
}

it('cuts a panel out of the wide layout, with what lies in it', () => {
  expect(panelOf(view(), 1)).toEqual({ width: 200, height: 100, areas: { his: [0, 0, 200, 100], hand: [10, 40, 180, 50, 4, 'x'] } })
})

it('has nothing to add where the narrow layout holds the panel, or where there is none', () => {
  expect(panelOf(view(), 0)).toBeNull()
  expect(panelOf(view({ narrow: { ...narrow, areas: { ...narrow.areas, his: [0, 40, 100, 100] } } }), 1)).toBeNull()
})
