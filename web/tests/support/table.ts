// Views of a table and messages about it, as short as tests need them.

import type { Choice, FromServer, Layout, Occupant, TableNow, View } from '../../src/types'

type Update = Extract<FromServer, { type: 'update' }>

export const LAYOUT: Layout = { width: 400, height: 200, areas: { row: [0, 0, 400, 100] } }

/** A view after `ply` moves; seat 0 looks, and seat 1 is to move, by default. */
export function viewOf(ply: number, more: Partial<View> = {}): View {
  return {
    game: 'x',
    seat: 0,
    ply,
    waiting: [1],
    over: false,
    clock: { words: '' },
    wide: LAYOUT,
    narrow: LAYOUT,
    parts: [],
    pieces: [],
    ...more,
  }
}

export function choice(action: number, ...pieces: string[]): Choice {
  return { action, text: `take ${pieces.join(', ')}`, pieces }
}

/** A view that asks seat 0 to choose. */
export function question(ply: number, choices: Choice[], more: Partial<View> = {}): View {
  return viewOf(ply, { waiting: [0], choices, ...more })
}

export const PEOPLE: Occupant[] = [
  { seat: 0, kind: 'person', name: 'Ada', here: true },
  { seat: 1, kind: 'person', name: 'Rivet', here: true },
]

export function update(
  view: View,
  more: Partial<Update> = {},
  now: Partial<TableNow> = {},
): Update {
  return { type: 'update', view, now: { occupants: PEOPLE, ...now }, ...more }
}
