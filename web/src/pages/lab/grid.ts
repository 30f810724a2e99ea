// A table of a box as cells in rows and columns: keyboard navigation, copying and pasting. Pure functions.

import type { BoxEdit, LabField, LabTable } from '../../types'

export interface At {
  row: number
  col: number
}

/** A rectangle of cells, from its first row and column to its last. */
export interface Area {
  top: number
  left: number
  bottom: number
  right: number
}

export interface Cell {
  /** The number of the entry, and of the field among those of its table. */
  entry: number
  field: number
  text: string
  /** The value in the game's own box; null if it is the same. */
  was: string | null
}

export interface Grid {
  table: string
  /** The names of rows, and their pictures. */
  rows: { title: string; art: string; added: boolean; changed: boolean }[]
  heads: LabField[]
  cells: Cell[][]
  /** Numbers outside tables are listed below each other, each with its own name. */
  listed: boolean
}

export function gridOf(table: LabTable): Grid {
  const cellOf = (entry: number, field: number): Cell => {
    const { cells, was = [] } = table.entries[entry]!
    const old = was[field]
    const text = cells[field] ?? ''
    return { entry, field, text, was: old === undefined || old === text ? null : old }
  }
  if (!table.table) {
    const cells = table.fields.map((_, field) => [cellOf(0, field)])
    return {
      table: '',
      rows: table.fields.map((field, i) => ({
        title: nameOf(field),
        art: '',
        added: false,
        changed: cells[i]![0]!.was !== null,
      })),
      heads: [],
      cells,
      listed: true,
    }
  }
  return {
    table: table.table,
    rows: table.entries.map((entry) => ({
      title: entry.title,
      art: entry.face?.art ?? '',
      added: !!entry.added,
      changed: !!entry.was?.length,
    })),
    heads: table.fields,
    cells: table.entries.map((_, entry) => table.fields.map((_, field) => cellOf(entry, field))),
    listed: false,
  }
}

/** The name of a field: "hand limit", "red" of "cost". */
export const nameOf = (field: LabField): string => (field.part || field.field).replaceAll('_', ' ')

/** The cell to which a key leads from a cell; null for other keys. */
export function led(at: At, key: string, grid: Grid, far = false): At | null {
  const last = { row: grid.cells.length - 1, col: (grid.cells[0]?.length ?? 1) - 1 }
  const to = { ...at }
  if (key === 'ArrowUp') to.row = far ? 0 : at.row - 1
  else if (key === 'ArrowDown') to.row = far ? last.row : at.row + 1
  else if (key === 'ArrowLeft') to.col = far ? 0 : at.col - 1
  else if (key === 'ArrowRight') to.col = far ? last.col : at.col + 1
  else if (key === 'PageUp') to.row = at.row - 10
  else if (key === 'PageDown') to.row = at.row + 10
  else if (key === 'Home') Object.assign(to, far ? { row: 0, col: 0 } : { col: 0 })
  else if (key === 'End') Object.assign(to, far ? last : { col: last.col })
  else return null
  return within(to, grid)
}

/** The nearest existing cell. */
export function within(at: At, grid: Grid): At {
  const clamp = (value: number, count: number) => Math.max(0, Math.min(value, count - 1))
  return {
    row: clamp(at.row, grid.cells.length),
    col: clamp(at.col, grid.cells[0]?.length ?? 1),
  }
}

export function area(from: At, to: At): Area {
  return {
    top: Math.min(from.row, to.row),
    left: Math.min(from.col, to.col),
    bottom: Math.max(from.row, to.row),
    right: Math.max(from.col, to.col),
  }
}

export const isIn = ({ top, left, bottom, right }: Area, row: number, col: number): boolean =>
  top <= row && row <= bottom && left <= col && col <= right

/** Cells in the clipboard format of spreadsheets: tabs between columns, quotes around lines. */
export function copied(grid: Grid, { top, left, bottom, right }: Area): string {
  const quoted = (text: string) => (/[\t\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  return grid.cells
    .slice(top, bottom + 1)
    .map((row) => row.slice(left, right + 1).map(({ text }) => quoted(text)))
    .map((row) => row.join('\t'))
    .join('\n')
}

/** The rows of text that a spreadsheet, or any program, put on the clipboard. */
export function pastedRows(text: string): string[][] {
  const rows: string[][] = [[]]
  const whole = text.replaceAll('\r\n', '\n').replace(/\n$/, '')
  const token = /"((?:[^"]|"")*)"(?=[\t\n]|$)|([^\t\n]*)/y
  while (true) {
    const found = token.exec(whole)!
    rows.at(-1)!.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '')
    const next = whole[token.lastIndex++]
    if (next === undefined) return rows
    if (next === '\n') rows.push([])
  }
}

/** The changes when rows are pasted over cells; a single value fills all of them. */
export function pasted(grid: Grid, fields: LabField[], over: Area, rows: string[][]): BoxEdit[] {
  const only = rows.length === 1 && rows[0]!.length === 1 ? rows[0]![0]! : null
  const height = only === null ? rows.length : over.bottom - over.top + 1
  const found: BoxEdit[] = []
  for (let row = 0; row < height; row++) {
    const width = only === null ? rows[row]!.length : over.right - over.left + 1
    for (let col = 0; col < width; col++) {
      const cell = grid.cells[over.top + row]?.[over.left + col]
      if (cell) found.push(...changed(grid, fields, cell, only ?? rows[row]![col]!))
    }
  }
  return found
}

/** The change of one cell; none if it stays the same. */
export function changed(grid: Grid, fields: LabField[], cell: Cell, value: string): BoxEdit[] {
  const field = fields[cell.field]
  if (!field || value.trim() === cell.text) return []
  return [edit(grid.table, cell.entry, field, value)]
}

export function edit(table: string, entry: number, field: LabField, value: string): BoxEdit {
  return { kind: 'set', table, entry, field: field.field, part: field.part ?? '', value }
}

/** The changes that restore all cells of an entry to those of the game's own box. */
export function restored(table: LabTable, entry: number): BoxEdit[] {
  const { cells, was = [] } = table.entries[entry]!
  return table.fields.flatMap((field, i) =>
    was[i] !== undefined && was[i] !== cells[i] ? [edit(table.table, entry, field, was[i])] : [],
  )
}

/** A number increased or decreased by one, within its limits; invalid numbers count as the minimum. */
export function stepped(field: LabField, text: string, by: number): string {
  const { low = 0, high = 0, usual = '' } = field
  const now = Number.parseInt(text || usual, 10)
  return String(Math.max(low, Math.min(Number.isNaN(now) ? low : now + by, high)))
}

/** The next name among some that begins with a typed letter. */
export function chosenBy(names: readonly string[], letter: string, now: string): string | null {
  const fits = names.filter((name) => name.toLowerCase().startsWith(letter.toLowerCase()))
  return fits.length ? fits[(fits.indexOf(now) + 1) % fits.length]! : null
}
