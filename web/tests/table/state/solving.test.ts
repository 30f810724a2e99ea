import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Table as TableOfPage } from '../../../src/table/state/table.svelte'
import type { PuzzleState, View } from '../../../src/types'
import { server, stubBrowser } from '../../support/browser'
import { choice, question, update, viewOf } from '../../support/table'

const CHOICES = [choice(1, 'white', 'blue'), choice(2, 'card')]
const OPEN: PuzzleState = { number: 1, of: 2, state: 'open', words: 'Find it.', following: 'b' }

let table: TableOfPage
let solved: () => Record<string, string>

beforeEach(async () => {
  vi.useFakeTimers()
  vi.resetModules()
  stubBrowser()
  const { prefs } = await import('../../../src/browser/prefs.svelte')
  prefs.puzzles = {}
  solved = () => ({ ...prefs.puzzles })
  const { Table } = await import('../../../src/table/state/table.svelte')
  table = Table.solving({ game: 'x', key: 'a' })
  server().accept()
  server().say(update(question(5, CHOICES), { puzzle: OPEN }))
})
afterEach(() => {
  table.close()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function told(view: View, puzzle: Partial<PuzzleState>): void {
  server().say(update(view, { puzzle: { ...OPEN, ...puzzle } }))
  table.playback.skip()
}

describe('a puzzle', () => {
  it('has a socket of its own', () => {
    expect(server().url).toMatch(/\/api\/puzzles\/x\/a\/ws$/)
    expect(table.solving?.state?.words).toBe('Find it.')
  })

  it('shows why a move was wrong, until another is made', () => {
    table.selection.touch('card')
    table.selection.act(table.selection.choices[1]!)
    const { id } = server().of('act').at(-1)!
    server().say({ type: 'error', code: 'puzzle', id, words: 'It lets the win go.' })
    expect([table.solving?.wrong, table.notices.toast]).toEqual(['It lets the win go.', ''])
    expect(table.selection.touched).toEqual([])
    told(viewOf(6), {})
    expect(table.solving?.wrong).toBe('')
  })

  it('is remembered once it is solved, and stays solved', () => {
    expect(solved()).toEqual({})
    told(viewOf(6), { state: 'solved' })
    expect(table.solving?.over).toBe(true)
    expect(solved()).toEqual({ a: 'solved' })
    told(viewOf(7), { state: 'shown' })
    expect(solved()).toEqual({ a: 'solved' })
  })

  it('whose solution was shown does not count as solved', () => {
    table.solving?.showLine()
    expect(server().of('line')).toHaveLength(1)
    told(viewOf(6), { state: 'shown' })
    expect(solved()).toEqual({ a: 'shown' })
  })
})
