import { describe, expect, it } from 'vitest'
import {
  area,
  changed,
  chosenBy,
  copied,
  gridOf,
  isIn,
  led,
  pasted,
  pastedRows,
  restored,
  stepped,
  within,
} from '../../../src/pages/lab/grid'
import type { LabField, LabTable } from '../../../src/types'

const FIELDS: LabField[] = [
  { field: 'name', kind: 'name' },
  { field: 'cost', kind: 'number', low: -1, high: 9 },
  { field: 'gems', kind: 'number', part: 'red', high: 5, optional: true, usual: '0' },
  { field: 'does', kind: 'lines' },
]

const table = (...rows: string[][]): LabTable => ({
  table: 'robots',
  fields: FIELDS,
  entries: rows.map((cells) => ({ title: cells[0]!, cells })),
})

const ROBOTS = table(
  ['Owl', '1', '', 'draw 1\ngain 2'],
  ['Duck', '3', '2', ''],
  ['Fox', '5', '', ''],
)
const grid = gridOf(ROBOTS)

describe('the keyboard', () => {
  it('moves to the next cell and stops at the edges', () => {
    expect(led({ row: 0, col: 0 }, 'ArrowDown', grid)).toEqual({ row: 1, col: 0 })
    expect(led({ row: 2, col: 3 }, 'ArrowDown', grid)).toEqual({ row: 2, col: 3 })
    expect(led({ row: 0, col: 0 }, 'ArrowLeft', grid)).toEqual({ row: 0, col: 0 })
    expect(led({ row: 1, col: 1 }, 'End', grid)).toEqual({ row: 1, col: 3 })
    expect(led({ row: 1, col: 1 }, 'x', grid)).toBeNull()
  })

  it('moves to the ends with Control', () => {
    expect(led({ row: 1, col: 1 }, 'ArrowDown', grid, true)).toEqual({ row: 2, col: 1 })
    expect(led({ row: 1, col: 1 }, 'Home', grid, true)).toEqual({ row: 0, col: 0 })
  })

  it('finds the nearest cell when rows are gone', () => {
    expect(within({ row: 9, col: 9 }, grid)).toEqual({ row: 2, col: 3 })
  })
})

it('lists numbers outside tables below each other', () => {
  const numbers = gridOf({
    table: '',
    fields: [
      { field: 'hand_limit', kind: 'number' },
      { field: 'coins', kind: 'number' },
    ],
    entries: [{ title: 'Numbers', cells: ['6', '8'], was: ['6', '9'] }],
  })
  expect(numbers.listed).toBe(true)
  expect(numbers.rows.map(({ title, changed }) => [title, changed])).toEqual([
    ['hand limit', false],
    ['coins', true],
  ])
  expect(numbers.cells[1]![0]).toEqual({ entry: 0, field: 1, text: '8', was: '9' })
})

it('keeps the original value of a cell', () => {
  const [entry] = table(['Owl', '2', '', '']).entries
  const cells = gridOf({ ...ROBOTS, entries: [{ ...entry!, was: ['Owl', '1', '', ''] }] }).cells[0]!
  expect(cells.map(({ was }) => was)).toEqual([null, '1', null, null])
})

describe('copying and pasting', () => {
  it('writes an area as rows and columns, with lines in quotes', () => {
    const all = area({ row: 1, col: 3 }, { row: 0, col: 1 })
    expect(copied(grid, all)).toBe('1\t\t"draw 1\ngain 2"\n3\t2\t')
    expect(pastedRows(copied(grid, all))).toEqual([
      ['1', '', 'draw 1\ngain 2'],
      ['3', '2', ''],
    ])
  })

  it('reads the clipboard format of spreadsheets', () => {
    expect(pastedRows('a\tb\r\nc\td\r\n')).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ])
    expect(pastedRows('"say ""hi"""\tx')).toEqual([['say "hi"', 'x']])
    expect(pastedRows('it is 5" long')).toEqual([['it is 5" long']])
    expect(pastedRows('')).toEqual([['']])
  })

  it('pastes a column over the cells below, as far as there are any', () => {
    const over = area({ row: 1, col: 1 }, { row: 1, col: 1 })
    expect(pasted(grid, FIELDS, over, [['7'], ['8'], ['9']])).toEqual([
      { kind: 'set', table: 'robots', entry: 1, field: 'cost', part: '', value: '7' },
      { kind: 'set', table: 'robots', entry: 2, field: 'cost', part: '', value: '8' },
    ])
  })

  it('fills the selection with a single value', () => {
    const over = area({ row: 0, col: 2 }, { row: 2, col: 2 })
    const edits = pasted(grid, FIELDS, over, [['2']])
    expect(edits.map(({ entry, part }) => [entry, part])).toEqual([
      [0, 'red'],
      [2, 'red'],
    ])
  })

  it('finds the cells in an area', () => {
    const some = area({ row: 2, col: 1 }, { row: 1, col: 0 })
    expect([isIn(some, 1, 1), isIn(some, 2, 0), isIn(some, 0, 0), isIn(some, 1, 2)]).toEqual([
      true,
      true,
      false,
      false,
    ])
  })
})

it('changes nothing when the same value is written', () => {
  expect(changed(grid, FIELDS, grid.cells[0]![1]!, ' 1 ')).toEqual([])
})

it('restores an entry by all its cells that differ', () => {
  const entries = [{ title: 'Owl', cells: ['Owl', '2', '', ''], was: ['Owl', '1', '3', ''] }]
  expect(restored({ ...ROBOTS, entries }, 0).map(({ field, value }) => [field, value])).toEqual([
    ['cost', '1'],
    ['gems', '3'],
  ])
})

it('steps a number within its limits', () => {
  const cost = FIELDS[1]!
  expect(stepped(cost, '3', 1)).toBe('4')
  expect(stepped(cost, '9', 1)).toBe('9')
  expect(stepped(cost, '-1', -1)).toBe('-1')
  expect(stepped(cost, 'many', 1)).toBe('-1')
  expect(stepped(FIELDS[2]!, '', 1)).toBe('1')
})

it('chooses the next name that begins with a letter', () => {
  const names = ['white', 'blue', 'black']
  expect(chosenBy(names, 'b', 'white')).toBe('blue')
  expect(chosenBy(names, 'B', 'blue')).toBe('black')
  expect(chosenBy(names, 'b', 'black')).toBe('blue')
  expect(chosenBy(names, 'x', 'black')).toBeNull()
})
