import { beforeEach, describe, expect, it } from 'vitest'
import { Plan } from '../../../src/table/state/plan.svelte'
import type { Choice, View } from '../../../src/types'
import { choice, viewOf } from '../../support/table'

const CHOICES = [choice(1, 'red', 'blue'), choice(2, 'card')]

let view: View
let asked: number[]
let refused: string[]
let plan: Plan

beforeEach(() => {
  view = viewOf(5)
  asked = []
  refused = []
  plan = new Plan({
    playback: {
      get view() {
        return view
      },
      past: null,
    },
    seating: { started: true, takenOverBy: '' },
    ask: ({ ply }) => asked.push(ply),
    cannot: (piece) => refused.push(piece),
  })
})

/** Sends the server's answer with the possible choices. */
function told(choices: Choice[] = CHOICES): void {
  plan.receive({ type: 'plan', id: asked.length, ply: view.ply, choices })
}

/** Plans to take red and blue. */
function planned(): void {
  plan.touch('red')
  told()
  plan.touch('blue')
  plan.keep(plan.ready!)
}

describe('planning a move', () => {
  it('requests the choices once, and continues from the touched piece', () => {
    expect(plan.touch('red')).toBe(true)
    told()
    expect(plan.touched).toEqual(['red'])
    plan.touch('blue')
    expect([plan.touched, plan.ready?.action, asked]).toEqual([['red', 'blue'], 1, [5]])
  })

  it('loses no piece that was touched before the answer came', () => {
    for (const id of ['red', 'stone', 'blue']) expect(plan.touch(id)).toBe(true)
    told()
    expect([plan.touched, plan.ready?.action, refused]).toEqual([['red', 'blue'], 1, ['stone']])
  })

  it('keeps a confirmed choice, by a button or by touching the last piece again', () => {
    planned()
    expect([plan.planned?.action, plan.touched]).toEqual([1, []])
    expect(['red', 'blue', 'card'].map((id) => plan.has(id))).toEqual([true, true, false])
    plan.touch('card')
    expect(plan.planned).toBeNull()
    plan.touch('card')
    expect(plan.planned?.action).toBe(2)
  })

  it('leaves pieces without a choice to the function that gives reasons', () => {
    plan.touch('stone')
    told()
    expect(refused).toEqual(['stone'])
    expect(plan.touch('stone')).toBe(false)
  })

  it('is possible only if exactly one other seat must play before', () => {
    for (const more of [{ waiting: [1, 2] }, { waiting: [0] }, { over: true }, { seat: -1 }]) {
      view = viewOf(5, more)
      const other = new Plan({
        playback: { view, past: null },
        seating: { started: true, takenOverBy: '' },
        ask: () => 1,
        cannot: () => undefined,
      })
      expect(other.touch('red')).toBe(false)
    }
  })

  it('forgets a refused request, and an answer about an outdated table', () => {
    plan.touch('red')
    view = viewOf(6)
    told()
    expect(plan.touched).toEqual([])
    plan.touch('red')
    plan.receive({ type: 'error', id: 2, code: 'late', words: 'late' })
    expect([plan.touched, refused, asked]).toEqual([[], ['red'], [5, 6]])
  })
})

describe('a planned move at our turn', () => {
  it('is played if it still means the same', () => {
    planned()
    expect(plan.due([])).toBeUndefined()
    const now = [choice(3, 'card'), choice(1, 'blue', 'red')]
    expect(plan.due(now.map((each) => ({ ...each, text: 'take red, blue' })))?.action).toBe(1)
    expect(plan.planned).toBeNull()
  })

  it('is dropped if its number, text or pieces have another meaning now', () => {
    for (const other of [
      choice(9, 'red', 'blue'),
      { ...choice(1, 'red', 'blue'), text: 'sell red, blue' },
      { ...choice(1, 'red', 'green'), text: 'take red, blue' },
    ]) {
      planned()
      expect(plan.due([other])).toBeNull()
    }
  })

  it('can be cancelled until then', () => {
    planned()
    plan.clear()
    expect(plan.due(CHOICES)).toBeUndefined()
  })
})
