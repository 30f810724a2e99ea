import { beforeEach, describe, expect, it } from 'vitest'
import { Asking } from '../../../src/table/state/asking.svelte'
import type { Request } from '../../../src/table/state/connection.svelte'
import type { Question } from '../../../src/types'
import { PEOPLE, viewOf } from '../../support/table'

const QUESTION: Question = { number: 4, kind: 'undo', seat: 1, asked: [0, 2], back_to: 5 }

let sent: Request[]
let said: string[]
let connected: boolean
let asking: Asking

beforeEach(() => {
  sent = []
  said = []
  connected = true
  asking = new Asking(
    { send: (request) => (connected ? sent.push(request) : -1) },
    { newest: viewOf(7, { undone: 2 }) },
    { me: 0, name: (seat) => ['Ada', 'Bob', 'Cleo'][seat]! },
    (words) => said.push(words),
  )
})

const hear = (question?: Question, undo = false) =>
  asking.receive({
    type: 'occupants',
    now: { occupants: PEOPLE, undo, ...(question && { question }) },
  })

describe('our undo', () => {
  it('is requested once, with the revision that we saw', () => {
    hear(undefined, true)
    asking.undo()
    expect(asking.offered).toBe(false)
    asking.undo()
    expect(sent).toEqual([{ type: 'undo', ply: 7, undone: 2 }])
    asking.receive({ type: 'accepted', id: 1, ply: 5, undone: 3 })
    expect(asking.offered).toBe(true)
  })

  it('is possible again after an error or without the connection', () => {
    hear(undefined, true)
    asking.undo()
    asking.receive({ type: 'error', code: 'late', words: 'late', id: 1 })
    expect(asking.offered).toBe(true)
    asking.undo()
    asking.lost()
    expect(asking.offered).toBe(true)
    connected = false
    asking.undo()
    expect([asking.offered, said.length]).toEqual([true, 1])
  })

  it('is not requested if there is nothing to undo', () => {
    asking.undo()
    expect(sent).toEqual([])
  })

  it('waits for the others, and can be withdrawn', () => {
    hear({ ...QUESTION, seat: 0, asked: [1, 2] })
    expect(asking.ours?.asked).toEqual([1, 2])
    expect(asking.forUs).toBe(null)
    asking.withdraw()
    expect(sent).toEqual([{ type: 'withdraw', question: 4 }])
    hear()
    expect(asking.ours).toBe(null)
  })

  it('if refused, names the person who refused, once', () => {
    const ours = { ...QUESTION, seat: 0, asked: [1, 2] }
    hear(ours)
    hear({ ...ours, refused: 2 })
    hear({ ...ours, refused: 2 })
    expect(asking.ours).toBe(null)
    expect(said).toEqual(['Cleo would rather play on.'])
  })

  it('if refused, cannot be repeated, but another person can ask', () => {
    hear({ ...QUESTION, seat: 0, asked: [1, 2], refused: 2 })
    expect(asking.free).toBe(false)
    hear({ ...QUESTION, refused: 2 })
    expect(asking.free).toBe(true)
    asking.offerEnd()
    expect(sent).toEqual([{ type: 'offer-end' }])
    hear(QUESTION)
    expect(asking.free).toBe(false)
  })

  it('if refused before we came, is not reported again', () => {
    hear({ ...QUESTION, seat: 0, asked: [1, 2], refused: 2 })
    expect(said).toEqual([])
  })
})

describe("another person's request", () => {
  it('is ours to answer, once', () => {
    hear(QUESTION)
    expect(asking.forUs).toEqual(QUESTION)
    asking.answer(true)
    expect(asking.forUs).toBe(null)
    asking.answer(false)
    expect(sent).toEqual([{ type: 'answer', question: 4, allow: true }])
    asking.receive({ type: 'accepted', id: 1, ply: 7 })
    hear({ ...QUESTION, allowed: [0] })
    expect(asking.forUs).toBe(null)
  })

  it('is not ours if others are asked, or it was refused', () => {
    hear({ ...QUESTION, asked: [2] })
    expect(asking.forUs).toBe(null)
    hear({ ...QUESTION, refused: 2 })
    expect(asking.forUs).toBe(null)
    expect(said).toEqual([])
  })
})
