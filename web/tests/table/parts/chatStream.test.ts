import { describe, expect, it } from 'vitest'
import { fitsLog, makesRoom, stream } from '../../../src/table/parts/chatStream'
import type { ChatMessage, Line } from '../../../src/types'
import { LAYOUT, viewOf } from '../../support/table'

const line = (ply: number, words: string, group = 'Round 1', seat = 0): Line => ({
  ply,
  words,
  group,
  seat,
})
const message = (number: number, ply: number, text: string): ChatMessage => ({
  number,
  seat: 1,
  text,
  ply,
  at: 0,
})
const LINES = [line(1, 'one'), line(2, 'two a'), line(2, 'two b'), line(3, 'three', 'Round 2')]

/** Returns the lines shown, in short form. */
function shown(messages: ChatMessage[], lines = LINES): string[] {
  return stream(lines, messages, []).map((item) =>
    item.kind === 'message' ? `said ${item.message.text}` : item.words,
  )
}

describe('a chat', () => {
  it('has the newest last, with the moves in between', () => {
    expect(
      shown([
        message(0, 0, 'hi'),
        message(1, 1, 'nice'),
        message(2, 2, 'oh'),
        message(3, 3, 'bye'),
      ]),
    ).toEqual([
      'said hi',
      'Round 1',
      'one',
      'said nice',
      'two a',
      'two b',
      'said oh',
      'Round 2',
      'three',
      'said bye',
    ])
  })

  it('shows a message about a move at once, even before the move is shown', () => {
    expect(shown([message(0, 9, 'wow')], LINES.slice(0, 1))).toEqual(['Round 1', 'one', 'said wow'])
    expect(shown([message(0, 4, 'hello')], [])).toEqual(['said hello'])
  })

  it('puts reactions on the last line about their move', () => {
    const reactions = [
      { ply: 2, seat: 1, word: 'nice' as const },
      { ply: 3, seat: 0, word: 'ouch' as const },
    ]
    const moves = stream(LINES, [], reactions).filter((item) => item.kind === 'move')
    expect(moves.map(({ words, last, reactions }) => [words, last, reactions.length])).toEqual([
      ['one', true, 0],
      ['two a', false, 0],
      ['two b', true, 1],
      ['three', true, 1],
    ])
  })

  it('goes back some lines, but not to the beginning of a long game', () => {
    const long = Array.from({ length: 400 }, (_, ply) => line(ply + 1, `move ${ply + 1}`, ''))
    expect(shown([], long)).toHaveLength(150)
    expect(shown([], long).at(-1)).toBe('move 400')
  })
})

it('replaces a log that is high enough', () => {
  const view = viewOf(1, { parts: [{ part: 'log', id: 'log', area: 'log' }] })
  const layout = (height: number) => ({ ...LAYOUT, areas: { log: [0, 0, 260, height] as never } })
  expect([150, 700].map((height) => fitsLog(view, layout(height)))).toEqual([false, true])
  expect(fitsLog(view, LAYOUT)).toBe(false)
  expect(fitsLog(null, null)).toBe(false)
})

it('fits a page of the layout that makes room for it', () => {
  const view = viewOf(1, { parts: [{ part: 'log', id: 'log', area: 'log' }] })
  const layout = (height: number) => ({
    ...LAYOUT,
    areas: { log: [0, 0, 260, 58] as never },
    pages: { talk: { log: [0, 0, 260, height] as never } },
  })
  expect([150, 200].map((height) => makesRoom(view, layout(height)))).toEqual([false, true])
  expect(fitsLog(view, layout(200))).toBe(false)
  expect([makesRoom(view, LAYOUT), makesRoom(null, null)]).toEqual([false, false])
})
