import { beforeEach, expect, it } from 'vitest'
import { ANYTHING, Conditional } from '../../../src/table/state/conditional.svelte'
import type { FromClient, LineMove, Lines, View } from '../../../src/types'

let sent: Omit<FromClient, 'id'>[]
let said: string[]
let connected: boolean
let newest: { ply: number; seat: number; waiting: number[]; over: boolean }
let conditional: Conditional

const theirs: LineMove = { seat: 1, action: 4, words: 'Take a gem' }
const own: LineMove = { seat: 0, action: 7, words: 'Buy a card' }

beforeEach(() => {
  sent = []
  said = []
  connected = true
  newest = { ply: 3, seat: 0, waiting: [1], over: false }
  conditional = new Conditional(
    { send: (request) => (connected ? sent.push(request) : -1) },
    {
      get newest() {
        return newest as unknown as View
      },
    },
    (words) => said.push(words),
  )
})

const hear = (lines?: Lines) =>
  conditional.receive({ type: 'occupants', now: { occupants: [], ...(lines ? { lines } : {}) } })

it('is offered only where the server sends lines', () => {
  hear()
  expect(conditional.lines).toBeNull()
  hear({ dropped: 'It is gone.' })
  expect([conditional.lines, conditional.dropped]).toEqual([[], 'It is gone.'])
})

it('asks for what can be played after each move that is added', () => {
  conditional.follow()
  expect(sent).toEqual([{ type: 'ask-line', ply: 3, moves: [] }])
  expect(conditional.busy).toBe(true)
  conditional.receive({ type: 'line-choices', id: 1, seat: 1, choices: [theirs] })
  expect([conditional.busy, conditional.choices?.choices]).toEqual([false, [theirs]])
  conditional.add(theirs)
  expect(conditional.choices).toBeNull()
  expect(sent[1]).toEqual({ type: 'ask-line', ply: 3, moves: [{ seat: 1, action: 4 }] })
  conditional.receive({ type: 'line-choices', id: 1, seat: 1, choices: [] })
  expect(conditional.choices).toBeNull() // an answer to an earlier question
})

it('keeps a line that ends with our own move, beside the others', () => {
  hear({ lines: [[ANYTHING, own]] })
  conditional.follow()
  conditional.add(theirs)
  expect(conditional.complete).toBe(false)
  conditional.keep()
  expect(sent).toHaveLength(2)
  conditional.add(own)
  expect(conditional.complete).toBe(true)
  conditional.keep()
  expect(sent.at(-1)).toEqual({
    type: 'lines',
    ply: 3,
    lines: [
      [
        { seat: -1, action: -1 },
        { seat: 0, action: 7 },
      ],
      [
        { seat: 1, action: 4 },
        { seat: 0, action: 7 },
      ],
    ],
  })
  conditional.receive({ type: 'accepted', id: sent.length, ply: 3 })
  expect(conditional.draft).toEqual([])
})

it('removes a line', () => {
  hear({
    lines: [
      [ANYTHING, own],
      [theirs, own],
    ],
  })
  conditional.remove(0)
  expect(sent).toEqual([
    {
      type: 'lines',
      ply: 3,
      lines: [
        [
          { seat: 1, action: 4 },
          { seat: 0, action: 7 },
        ],
      ],
    },
  ])
})

it('begins again when the game goes on, and not on our turn', () => {
  conditional.follow()
  conditional.add(theirs)
  conditional.follow()
  expect(conditional.draft).toEqual([theirs])
  newest = { ...newest, ply: 4, waiting: [0] }
  conditional.follow()
  expect(conditional.possible).toBe(false)
  newest = { ...newest, ply: 5, waiting: [1] }
  conditional.follow()
  expect(conditional.draft).toEqual([])
  expect(sent.at(-1)).toEqual({ type: 'ask-line', ply: 5, moves: [] })
})
