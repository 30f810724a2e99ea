import { describe, expect, it } from 'vitest'
import { middle, panelOf } from '../../../src/table/layout/cropView'
import type { Area, Panel, Piece, View, Zone } from '../../../src/types'

const zone = (id: string, owner: number | null = null): Zone => ({
  part: 'zone',
  id,
  area: id,
  shape: 'row',
  label: id,
  owner,
})
const piece = (zone: string): Piece => ({
  id: `${zone}-piece`,
  zone,
  face: { kind: 'card' },
  label: zone,
})

function table(areas: Record<string, Area>, zones: Zone[], lying: string[]): View {
  const layout = { width: 1000, height: 500, areas: { ...areas, log: [800, 0, 200, 500] as Area } }
  return {
    game: 'a game',
    seat: 0,
    ply: 1,
    waiting: [],
    over: true,
    clock: { words: '' },
    wide: layout,
    narrow: layout,
    parts: [...zones, { part: 'log', id: 'log', area: 'log' }],
    pieces: lying.map(piece),
  }
}

describe('the middle of the table', () => {
  it('contains the pieces that no seat owns', () => {
    const areas: Record<string, Area> = {
      market: [210, 110, 300, 200],
      bank: [520, 110, 80, 200],
      hand: [0, 350, 700, 100],
      rest: [0, 0, 20, 20],
    }
    const view = table(
      areas,
      [zone('market'), zone('bank'), zone('hand', 0), zone('rest')],
      ['market', 'bank', 'hand'],
    )
    const layout = middle(view)
    expect([layout.width, layout.height]).toEqual([410, 220])
    expect(layout.areas).toEqual({ market: [10, 10, 300, 200], bank: [320, 10, 80, 200] })
  })

  it('is the whole table without the log if little is shared', () => {
    const areas: Record<string, Area> = {
      deck: [0, 0, 50, 50],
      mine: [0, 300, 700, 200],
      yours: [0, 60, 700, 200],
    }
    const view = table(
      areas,
      [zone('deck'), zone('mine', 0), zone('yours', 1)],
      ['deck', 'mine', 'yours'],
    )
    expect(middle(view)).toEqual({ width: 1000, height: 500, areas })
  })
})

describe('a panel', () => {
  const panel: Panel = { part: 'panel', id: 'his', area: 'his', seat: 1 }
  const areas: Record<string, Area> = {
    his: [100, 20, 200, 100],
    hand: [110, 60, 180, 50, 4, 'x'],
    board: [0, 60, 400, 140],
  }

  it('is cropped from the wide layout, with the parts on it', () => {
    const view = table(areas, [zone('hand'), zone('board')], [])
    expect(panelOf(view, panel)).toEqual({
      width: 200,
      height: 100,
      areas: { his: [0, 0, 200, 100], hand: [10, 40, 180, 50, 4, 'x'] },
    })
  })

  it('is missing if wide layouts have none', () => {
    expect(panelOf(table({}, [], []), panel)).toBeNull()
  })
})
