import { beforeEach, describe, expect, it } from 'vitest'
import { Sheets } from '../../../src/table/state/sheets.svelte'
import type { Layout, View } from '../../../src/types'
import { onScreen, reactive } from '../../support/reactive.svelte'
import { LAYOUT, viewOf } from '../../support/table'

const wide: Layout = { ...LAYOUT, pages: { board: { row: [0, 0, 9, 9] } } }
const view = viewOf(1, {
  wide,
  parts: [
    { part: 'panel', id: 'board', area: 'row' },
    { part: 'panel', id: 'away', area: 'nowhere' },
    { part: 'drawer', id: 'cards', area: 'row', title: 'Cards', zones: [] },
  ],
})

let shown: { view: View | null; wide: boolean }
let sheets: Sheets
beforeEach(() => {
  shown = reactive({ view, wide: true })
  sheets = new Sheets(
    () => shown.view,
    () => (shown.wide ? 'wide' : 'narrow'),
    () => ({ w: LAYOUT.width, h: LAYOUT.height }),
  )
})

describe('looking closer', () => {
  it('applies a page in place, and goes back', () => {
    const screen = onScreen(() => sheets.layout?.areas['row']?.[2])
    expect([sheets.closer('board'), screen.now]).toEqual(['page', 400])
    sheets.look('board')
    expect([sheets.page, screen.now]).toEqual(['board', 9])
    sheets.look('board')
    expect([sheets.page, screen.now]).toEqual(['', 400])
  })

  it('opens a drawer, or a panel without a place here, in a sheet', () => {
    for (const id of ['cards', 'away']) {
      expect(sheets.closer(id)).toBe('sheet')
      sheets.look(id)
      expect([sheets.open, sheets.opened]).toEqual(['opened', id])
    }
  })

  it('opens nothing that is visible already, or does not exist', () => {
    shown.wide = false
    for (const id of ['board', 'gone', '']) {
      expect(sheets.closer(id)).toBe('')
      sheets.look(id)
    }
    shown.view = null
    expect(sheets.closer('cards')).toBe('')
    expect([sheets.open, sheets.page]).toEqual(['', ''])
  })
})

describe('asking', () => {
  it('opens the sheet of a piece', () => {
    sheets.tell('card7')
    expect([sheets.open, sheets.piece]).toEqual(['piece', 'card7'])
  })

  it('finds a rule in the open rules, also the same one again', () => {
    sheets.seek('SP-R4')
    const before = sheets.sought
    sheets.seek('SP-R4')
    expect([sheets.rules, sheets.sought]).toEqual(['SP-R4', before + 1])
  })
})

describe('an open sheet', () => {
  it('closes only when a move was chosen from the list of all moves', () => {
    sheets.open = 'moves'
    sheets.submitted()
    expect(sheets.open).toBe('')
    sheets.open = 'log'
    sheets.submitted()
    expect(sheets.open).toBe('log')
  })

  it('closes when our turn begins', () => {
    sheets.look('board')
    sheets.moved({ kept: false, begins: false })
    expect(sheets.page).toBe('board')
    sheets.moved({ kept: false, begins: true })
    expect(sheets.page).toBe('')
  })

  it('drops a hint whose position or connection is gone', () => {
    sheets.hinting = true
    sheets.moved({ kept: true, begins: false })
    expect(sheets.hinting).toBe(true)
    sheets.moved({ kept: false, begins: false })
    expect(sheets.hinting).toBe(false)
    sheets.hinting = true
    sheets.lost()
    expect(sheets.hinting).toBe(false)
  })
})

it('shows the page for talking while the chat is open and no other page is', () => {
  const talking = reactive({ now: false })
  const page: Layout = { ...wide, pages: { ...wide.pages, talk: { row: [0, 0, 5, 5] } } }
  const room = () => ({ w: LAYOUT.width, h: LAYOUT.height })
  const open = new Sheets(
    () => viewOf(1, { ...view, wide: page }),
    () => 'wide',
    room,
    room,
    () => talking.now,
  )
  const screen = onScreen(() => open.layout?.areas['row']?.[2])
  talking.now = true
  expect(screen.now).toBe(5)
  open.look('board')
  expect(screen.now).toBe(9)
  open.look('board')
  talking.now = false
  expect(screen.now).toBe(400)
})
