import { beforeEach, describe, expect, it } from 'vitest'
import { Overlays } from '../../../src/table/state/overlays.svelte'
import type { Overlay, Preview, View } from '../../../src/types'
import { viewOf } from '../../support/table'

const DANGER: Overlay = { id: 'danger', zone: 'board', label: 'Danger', computed: true }
const GIVEN: Overlay = {
  id: 'given',
  zone: 'board',
  label: 'Given',
  cells: [
    { at: 3, words: 'a toad', pieces: ['toad'] },
    { at: 4, words: 'a toad and a snail', pieces: ['toad', 'snail'] },
  ],
}

let view: View
let asked: number[]
let context: {
  playback: { view: View | null; past: null }
  seating: { rated: '' | 'people' | 'bots' }
  selection: {
    would: Preview | null
    pointed: string | null
    focused: null
    touched: string[]
    bubble: { piece: string; words: string; choices: never[] } | null
  }
}
let overlays: Overlays

function cells(...at: number[]): Overlay {
  return { ...DANGER, cells: at.map((each) => ({ at: each, words: `${each}` })) }
}

beforeEach(() => {
  view = viewOf(5, { overlays: [DANGER, GIVEN] })
  asked = []
  context = {
    playback: { view, past: null },
    seating: { rated: '' },
    selection: { would: null, pointed: null, focused: null, touched: [], bubble: null },
  }
  overlays = new Overlays({ ...context, ask: (_, action) => asked.push(action) })
})

/** The overlays of the same table after something has changed: derived values are computed anew. */
function again(): void {
  const before = overlays
  overlays = new Overlays({ ...context, ask: (_, action) => asked.push(action) })
  for (const id of ['danger', 'given']) if (before.isOn(id)) overlays.switch(id)
}

describe('overlays', () => {
  it('number the pieces that are the reasons, while they are on', () => {
    view.overlays = [
      { ...GIVEN, reasons: ['toad', 'snail'].map((piece) => ({ piece, words: piece })) },
    ]
    expect(overlays.numbers.size).toBe(0)
    overlays.switch('given')
    expect([...overlays.numbers]).toEqual([
      ['toad', 1],
      ['snail', 2],
    ])
  })

  it('are off at first, and ask for nothing', () => {
    overlays.refresh()
    expect([overlays.shown, asked]).toEqual([[], []])
    expect(overlays.offered.map(({ id }) => id)).toEqual(['danger', 'given'])
  })

  it('show their cells when they are switched on, without asking if the view has them', () => {
    overlays.switch('given')
    overlays.refresh()
    expect([overlays.shown, asked]).toEqual([[GIVEN], []])
    overlays.switch('given')
    expect(overlays.shown).toEqual([])
  })

  it('ask once for cells that are computed on request', () => {
    overlays.switch('danger')
    overlays.refresh()
    overlays.refresh()
    expect(asked).toEqual([-1])
    expect(overlays.shown).toEqual([DANGER])
    overlays.receive({ type: 'overlaid', id: 1, action: -1, overlays: [cells(1, 2)] })
    overlays.refresh()
    expect([overlays.shown, asked]).toEqual([[cells(1, 2)], [-1]])
  })

  it('ask for the cells after the choice that is previewed, and show those', () => {
    context.selection.would = { action: 7 }
    overlays.switch('danger')
    overlays.refresh()
    expect(asked).toEqual([-1, 7])
    overlays.receive({ type: 'overlaid', id: 1, action: -1, overlays: [cells(1)] })
    expect([overlays.shown, overlays.ahead]).toEqual([[cells(1)], false])
    overlays.receive({ type: 'overlaid', id: 2, action: 7, overlays: [cells(2)] })
    expect([overlays.shown, overlays.ahead]).toEqual([[cells(2)], true])
  })

  it('forget the answers about another position, and ask again', () => {
    overlays.switch('danger')
    overlays.refresh()
    context.playback.view = viewOf(6, { overlays: [DANGER] })
    again()
    overlays.receive({ type: 'overlaid', id: 1, action: -1, overlays: [cells(1)] })
    expect(overlays.shown).toEqual([DANGER])
    overlays.refresh()
    expect(asked).toEqual([-1, -1])
  })

  it('take a refusal of their own, and repeat nothing', () => {
    overlays.switch('danger')
    overlays.refresh()
    expect(overlays.refuse({ id: 9 })).toBe(false)
    expect(overlays.refuse({ id: 1 })).toBe(true)
    overlays.refresh()
    expect([overlays.shown, asked]).toEqual([[DANGER], [-1]])
  })

  it('cannot be switched on in a rated game, and are not there without assists or when it is over', () => {
    context.seating.rated = 'bots'
    again()
    overlays.switch('given')
    expect([overlays.allowed, overlays.shown]).toEqual([false, []])
    for (const more of [{ assists: false }, { over: true }]) {
      context.playback.view = viewOf(5, { overlays: [GIVEN], ...more })
      again()
      expect(overlays.offered).toEqual([])
    }
  })

  it('hatch only the cells of a piece that is pointed at', () => {
    expect(overlays.cells(GIVEN).map(({ at }) => at)).toEqual([3, 4])
    context.selection.pointed = 'snail'
    expect(overlays.cells(GIVEN).map(({ at }) => at)).toEqual([4])
    context.selection.pointed = 'a card'
    expect(overlays.cells(GIVEN).map(({ at }) => at)).toEqual([3, 4])
  })

  it('say at a cell what is the reason, and name its pieces', () => {
    const cell = GIVEN.cells![1]!
    overlays.tell(GIVEN, cell)
    expect(context.selection.bubble).toEqual({ piece: 'given/4', words: cell.words, choices: [] })
    overlays.pointed = cell
    expect([...overlays.blamed]).toEqual(['toad', 'snail'])
  })
})
