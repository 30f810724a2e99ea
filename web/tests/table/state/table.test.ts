import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Table as TableOfPage } from '../../../src/table/state/table.svelte'
import { FakeWebSocket, server, stubBrowser } from '../../support/browser'
import { onScreen } from '../../support/reactive.svelte'
import { choice, PEOPLE, question, update, viewOf } from '../../support/table'

const CHOICES = [choice(1, 'white', 'blue'), choice(2, 'card')]

let browser: ReturnType<typeof stubBrowser>
let table: TableOfPage

beforeEach(async () => {
  vi.useFakeTimers()
  browser = stubBrowser()
  const { Table } = await import('../../../src/table/state/table.svelte')
  table = new Table('x')
})
afterEach(() => {
  table.close()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Lets the server accept the page and show the table. */
function opened(view = question(5, CHOICES)): void {
  server().accept()
  server().say(update(view))
}

/** The connection is lost and restored; the server shows the table again. */
function interrupted(view = question(5, CHOICES)): void {
  server().close()
  const lost = server()
  for (let waited = 0; server() === lost && waited < 20_000; waited += 100)
    vi.advanceTimersByTime(100)
  opened(view)
}

const lastMove = () => server().of('act').at(-1)!
const canChoose = () => table.selection.choices.map(({ action }) => action)

describe('other people’s changes', () => {
  it('are shown at once if they are not moves, even while moves wait to be shown', () => {
    opened(viewOf(5))
    const screen = onScreen(() => [table.playback.view?.ply, table.seating.at(1)?.here])
    server().say(update(viewOf(6)))
    server().say(update(viewOf(7)))
    const left = PEOPLE.map((each) => ({ ...each, here: each.seat === 0 }))
    server().say({ type: 'occupants', now: { occupants: left } })
    expect(screen.now).toEqual([5, false])
  })

  it('arrive with waiting moves, and do not wait themselves', () => {
    opened(viewOf(5))
    const screen = onScreen(() => [table.playback.view?.ply, table.seating.takenOverBy])
    server().say(update(viewOf(6)))
    const mine = PEOPLE.map((each) => ({ ...each, taken_over_by: each.seat === 0 ? 'Otto' : '' }))
    server().say(update(viewOf(7), {}, { occupants: mine }))
    expect(screen.now).toEqual([5, 'Otto'])
  })

  it('are shown at once if they change our choices', () => {
    opened(question(5, CHOICES, { waiting: [0, 1] }))
    const screen = onScreen(() => [table.playback.view?.ply, canChoose()])
    server().say(update(question(6, [CHOICES[1]!])))
    expect(screen.now).toEqual([6, [2]])
  })

  it('keep our selection if they do not change our choices', () => {
    opened(question(5, CHOICES, { waiting: [0, 1] }))
    table.selection.touch('white')
    server().say(update(question(6, CHOICES)))
    vi.advanceTimersByTime(60_000)
    expect([table.playback.view?.ply, table.selection.touched]).toEqual([6, ['white']])
  })

  it('are skipped while the page is hidden', () => {
    opened(viewOf(5))
    browser.document.hidden = true
    for (const ply of [6, 7, 8]) server().say(update(viewOf(ply)))
    expect(table.playback.view?.ply).toBe(8)
  })
})

describe('our own move', () => {
  it('leaves nothing to choose until its outcome is shown, which is at once', () => {
    opened()
    const screen = onScreen(canChoose)
    table.selection.act(table.selection.choices[1]!)
    expect(screen.now).toEqual([])
    expect(lastMove()).toMatchObject({ action: 2, ply: 5 })
    server().say({ type: 'accepted', id: lastMove().id, ply: 6 })
    expect(screen.now).toEqual([])
    server().say(update(question(6, [CHOICES[0]!])))
    expect(screen.now).toEqual([1])
  })

  it.each(['illegal', 'late', 'waiting', 'taken-over'] as const)(
    'can be made anew after it was refused as %s',
    (code) => {
      opened()
      const screen = onScreen(canChoose)
      table.selection.act(table.selection.choices[1]!)
      server().say({ type: 'error', code, words: 'Not so.', id: lastMove().id })
      expect(screen.now).toEqual([1, 2])
      expect(table.notices.toast).toBe('Not so.')
      table.selection.act(table.selection.choices[0]!)
      expect(lastMove()).toMatchObject({ action: 1, ply: 5 })
    },
  )

  it('is done when it is stored already, even without a view', () => {
    opened()
    table.selection.act(table.selection.choices[1]!)
    interrupted(question(7, CHOICES)) // it was stored, and the other player has moved too
    expect(table.submission.busy).toBe(true)
    server().say({ type: 'accepted', id: lastMove().id, ply: 7 })
    expect(table.submission.busy).toBe(false)
    expect(canChoose()).toEqual([1, 2])
  })

  it('is sent again after the connection was lost', () => {
    opened()
    table.selection.act(table.selection.choices[1]!)
    interrupted()
    expect(server().of('act')).toHaveLength(1)
    expect(lastMove()).toMatchObject({ action: 2, ply: 5 })
  })

  it('can be made again if the table moved on during the outage', () => {
    opened()
    table.selection.act(table.selection.choices[1]!)
    interrupted(question(7, CHOICES))
    server().say({ type: 'error', code: 'late', words: 'Too late.', id: lastMove().id })
    expect([canChoose(), table.notices.toast]).toEqual([[1, 2], 'Too late.'])
  })

  it('is dropped with a seat that is no longer ours', () => {
    opened()
    table.selection.act(table.selection.choices[1]!)
    server().say({ type: 'error', code: 'secret', words: 'Not your seat.' })
    expect(table.submission.busy).toBe(false)
    opened(viewOf(5, { seat: -1 }))
    expect([table.seating.me, table.notices.toast]).toEqual([-1, 'Not your seat.'])
  })
})

describe('the connection of a table', () => {
  it('is retried soon after each loss, however many there were', () => {
    opened()
    for (let loss = 0; loss < 10; loss++) {
      const before = FakeWebSocket.all.length
      server().close()
      vi.advanceTimersByTime(520)
      expect(FakeWebSocket.all.length).toBe(before + 1)
      opened()
    }
  })

  it('shows the current table when it is back, not everything in between', () => {
    opened(viewOf(5))
    server().say(update(viewOf(6)))
    server().say(update(viewOf(7)))
    interrupted(viewOf(9))
    expect([table.playback.view?.ply, table.playback.waiting]).toEqual([9, 0])
    vi.advanceTimersByTime(60_000)
    expect(table.playback.view?.ply).toBe(9)
  })

  it('reports a request that cannot be sent', () => {
    opened()
    server().close()
    table.setTakeover(true)
    expect(table.notices.toast).toMatch('Not connected')
  })

  it('ends a hint whose answer cannot arrive any more', () => {
    opened()
    table.sheets.hinting = true
    server().close()
    expect(table.sheets.hinting).toBe(false)
  })
})

describe('the end of a game', () => {
  it('shows the last move for a moment, then the result, once', () => {
    opened()
    server().say(update(viewOf(6, { over: true })))
    vi.advanceTimersByTime(1500) // the last move stays for 1.6 s
    expect(table.sheets.result).toBe(false)
    vi.advanceTimersByTime(60_000)
    expect(table.sheets.result).toBe(true)
    expect(table.fresh).toBe(true)
    table.sheets.result = false
    server().say(update(viewOf(6, { over: true })))
    vi.advanceTimersByTime(60_000)
    expect(table.sheets.result).toBe(false)
  })

  it('shows the result at once to those who come later, without a celebration', () => {
    opened(viewOf(6, { over: true }))
    vi.advanceTimersByTime(0)
    expect(table.sheets.result).toBe(true)
    expect(table.fresh).toBe(false)
  })

  it('takes only those along to the rematch who wanted it', () => {
    table.connection.sit('mine')
    opened(viewOf(6, { over: true }))
    server().say({ type: 'rematch', wanted: [1], missing: [0] })
    server().say({ type: 'rematch', table: 'next' })
    expect(location.pathname).not.toBe('/t/next')
    table.again(true)
    server().say({ type: 'rematch', table: 'next' })
    expect(location.pathname).toBe('/t/next')
  })

  it('shows the new table of a rematch, and keeps our seat there', () => {
    table.connection.sit('mine')
    opened(viewOf(6, { over: true }))
    server().say({ type: 'rematch', table: 'next' })
    expect(table.seating.rematch).toBe('next')
    expect(localStorage.getItem('cogtable-seats')).toBe('{"x":"mine","next":"mine"}')
  })
})

describe('undone moves', () => {
  const line = (ply: number, words: string) => ({ ply, words })

  it('disappear at once, from the log too, even while moves wait to be shown', () => {
    opened(viewOf(5, { log: [line(4, 'four'), line(5, 'five')] }))
    const screen = onScreen(() => table.playback.lines.map(({ words }) => words))
    server().say(update(viewOf(6, { log: [line(6, 'six')], log_from: 2 })))
    server().say(update(viewOf(7, { log: [line(7, 'seven')], log_from: 3 })))
    server().say(update(viewOf(5, { undone: 1, log: [line(5, 'taken back')], log_from: 2 })))
    expect(screen.now).toEqual(['four', 'five', 'taken back'])
    expect(table.playback.view?.ply).toBe(5)
  })

  it('can be our own, which is then settled even with fewer moves', () => {
    opened()
    table.selection.act(table.selection.choices[1]!)
    server().say({ type: 'accepted', id: lastMove().id, ply: 6 })
    interrupted(question(5, CHOICES, { undone: 1 }))
    expect(canChoose()).toEqual([1, 2])
    table.selection.act(table.selection.choices[1]!)
    expect(lastMove()).toMatchObject({ ply: 5, undone: 1 })
  })
})
