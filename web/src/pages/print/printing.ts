// How the pieces of a game are laid out on paper. All lengths are in millimetres.

import type { PrintChoices } from '../../browser/prefs.svelte'
import type { Component, Contents, Face, View } from '../../types'

export interface Paper {
  width: number
  height: number
}

export const PAPERS = {
  a4: { width: 210, height: 297 },
  letter: { width: 215.9, height: 279.4 },
} as const satisfies Record<PrintChoices['paper'], Paper>

export type PaperName = PrintChoices['paper']

/** The margin at every edge: most printers reach no further. */
export const MARGIN = 7.5
/** The height of a line of text beside the pieces, in the margins at two opposite edges. */
export const NOTES = 13
/** Crop marks: the distances from the pieces at which they begin and end. */
export const MARK = [1, 4] as const
/** The distance of the ruler from the pieces. */
export const RULER = 6.4
/** The length of the ruler. */
export const RULED = 100
/** The maximum bleed, gap and offset of backs that can be chosen. */
export const MOST = { bleed: 5, gap: 20, shift: 10 } as const

export interface Grid {
  columns: number
  rows: number
  /** The size of a cell, in which a piece can lie on its side. */
  width: number
  height: number
  turned: boolean
  /** The bleed beyond a piece, and the space between two pieces. */
  bleed: number
  gap: number
  left: number
  top: number
  /** Where the text and the ruler are: above and below the pieces, or left and right of them. */
  notes: 'ends' | 'sides'
}

/** The margins around each piece on a page. */
type Spacing = Pick<PrintChoices, 'bleed' | 'gap'>

const TIGHT: Spacing = { bleed: 0, gap: 0 }

function filled(paper: Paper, width: number, height: number, turned: boolean, spacing: Spacing) {
  const { bleed } = spacing
  // The bleed of one piece never reaches into another.
  const gap = Math.max(spacing.gap, 2 * bleed)
  const most = (room: number, size: number, edge: number) =>
    Math.max(0, Math.floor((room - 2 * (edge + bleed) + gap) / (size + gap) + 1e-6))
  const columns = most(paper.width, width, MARGIN)
  const rows = most(paper.height, height, MARGIN)
  const ends = columns * most(paper.height, height, NOTES)
  const sides = most(paper.width, width, NOTES) * rows
  const count = Math.max(ends, sides)
  if (count <= 0) return null
  const notes = ends >= sides ? 'ends' : 'sides'
  const [across, down] = notes === 'ends' ? [columns, ends / columns] : [sides / rows, rows]
  const grid: Grid = {
    columns: across,
    rows: down,
    width,
    height,
    turned,
    bleed,
    gap,
    left: (paper.width - across * width - (across - 1) * gap) / 2,
    top: (paper.height - down * height - (down - 1) * gap) / 2,
    notes,
  }
  return grid
}

/** The layout with most pieces of a size on a page, upright if that is as many; null if not even one fits. */
export function gridOf(
  paper: Paper,
  width: number,
  height: number,
  spacing: Spacing = TIGHT,
): Grid | null {
  const upright = filled(paper, width, height, false, spacing)
  const turned = filled(paper, height, width, true, spacing)
  const count = (grid: Grid | null) => (grid ? grid.columns * grid.rows : 0)
  return count(turned) > count(upright) ? turned : upright
}

/** The centre of a cell, counted row by row. */
export function middleOf(grid: Grid, cell: number): { x: number; y: number } {
  const [column, row] = [cell % grid.columns, Math.floor(cell / grid.columns)]
  return {
    x: grid.left + column * (grid.width + grid.gap) + grid.width / 2,
    y: grid.top + row * (grid.height + grid.gap) + grid.height / 2,
  }
}

/** One piece to cut out. */
export interface Printed {
  component: Component
  face: Face | null
  board: View | null
  back: Face | null
  /** The number of the piece among those of its component, from 1, and their total. */
  number: number
  of: number
  changed: boolean
}

export interface Page {
  /** The components that have pieces on it. */
  components: Component[]
  grid: Grid
  cells: (Printed | null)[]
  /** Whether these are the backs of the previous page. */
  back: boolean
  /** Whether each front has its back beside it, to be folded over. */
  fold: boolean
  /** The number of its sheet, from 1; a page with backs has that of its fronts. */
  sheet: number
}

export interface Choices extends PrintChoices {
  /** Whether only the differences of a variant are printed. */
  changed: boolean
  /** The ids of components that are omitted. */
  without: readonly string[]
}

/** The default settings. */
export const usualChoices = (language: string): Choices => ({
  paper: usualPaper(language),
  copies: true,
  backs: false,
  turn: 'long',
  shift: [0, 0],
  bleed: 0,
  gap: 0,
  changed: false,
  without: [],
  marks: true,
  ink: true,
  ruler: true,
  list: true,
  aid: true,
})

/** The settings that also apply to the next game. */
export function keptOf(choices: Choices): PrintChoices {
  const kept: Partial<Choices> = { ...choices }
  delete kept.changed
  delete kept.without
  return kept as PrintChoices
}

/** The components to print: not those that players bring themselves. */
export const isPrinted = (component: Component): boolean => component.form !== 'supply'

export const sizeOf = (component: Component): number =>
  component.count ||
  (component.boards?.length ?? 0) +
    (component.cards ?? []).reduce((sum, card) => sum + (card.copies ?? 1), 0)

/** The pieces of a component, each in its number of copies to print. */
function piecesOf(component: Component, copies: boolean, differ: ReadonlySet<string>): Printed[] {
  const found: Omit<Printed, 'number' | 'of'>[] = []
  for (const card of component.cards ?? [])
    for (let i = 0; i < (copies ? (card.copies ?? 1) : 1); i++)
      found.push({
        component,
        face: card.face,
        board: null,
        back: card.back ?? component.back ?? null,
        changed: !!card.piece && differ.has(card.piece),
      })
  for (const board of component.boards ?? [])
    found.push({ component, face: null, board, back: null, changed: false })
  return found.map((piece, i) => ({ ...piece, number: i + 1, of: found.length }))
}

/** Components whose pieces have the same size and share their pages, in order. */
function alike(components: readonly Component[]): Component[][] {
  const groups = new Map<string, Component[]>()
  for (const each of components) {
    const key = `${each.width}x${each.height} ${each.outline ?? 'rect'} ${each.form === 'card'}`
    groups.set(key, [...(groups.get(key) ?? []), each])
  }
  return [...groups.values()]
}

/** The cell of a component's pieces: as wide as front and back together if they are folded over. */
function cellOf(paper: Paper, component: Component, fold: boolean, spacing: Spacing): Grid | null {
  return gridOf(paper, (component.width ?? 0) * (fold ? 2 : 1), component.height ?? 0, spacing)
}

/** The pages in printing order. The differences of a variant come first. */
export function pagesOf(contents: Contents, choices: Choices): Page[] {
  const paper = PAPERS[choices.paper]
  const differ = new Set(contents.changed ?? [])
  const wanted = contents.components.filter(
    (each) => isPrinted(each) && !choices.without.includes(each.id),
  )
  const folds = choices.backs && choices.turn === 'fold'
  const pages: Page[] = []
  let sheet = 0
  for (const group of alike(wanted)) {
    const all = group.flatMap((each) => piecesOf(each, choices.copies, differ))
    const pieces = [
      ...all.filter((piece) => piece.changed),
      ...(choices.changed ? [] : all.filter((piece) => !piece.changed)),
    ]
    for (const fold of folds ? [true, false] : [false]) {
      const grid = cellOf(paper, group[0]!, fold, choices)
      if (!grid) continue
      const here = folds ? pieces.filter((piece) => !!piece.back === fold) : pieces
      const size = grid.columns * grid.rows
      for (let start = 0; start < here.length; start += size) {
        const cells: (Printed | null)[] = here.slice(start, start + size)
        while (cells.length < size) cells.push(null)
        const components = [...new Set(cells.flatMap((cell) => (cell ? [cell.component] : [])))]
        const page = { components, grid, fold, sheet: ++sheet }
        pages.push({ ...page, cells, back: false })
        if (choices.backs && choices.turn !== 'fold')
          pages.push({ ...page, cells: mirrored(cells, grid.columns, choices.turn), back: true })
      }
    }
  }
  return pages
}

/**
 * The backs of a page that is turned over: over its long edge, left and right are exchanged; over its short edge, above
 * and below.
 */
export function mirrored<T>(cells: readonly T[], columns: number, over: 'long' | 'short'): T[] {
  const rows = cells.length / columns
  return cells.map((_, i) => {
    const [column, row] = [i % columns, Math.floor(i / columns)]
    return over === 'long'
      ? cells[row * columns + (columns - 1 - column)]!
      : cells[(rows - 1 - row) * columns + column]!
  })
}

/** The rotation of a piece on its page, in degrees. */
export function turnOf(page: Page, over: PrintChoices['turn']): number {
  if (!page.back) return page.grid.turned ? 90 : 0
  return (page.grid.turned ? -90 : 0) + (over === 'short' ? 180 : 0)
}

/** The components whose pieces are too large for the paper. */
export function tooLarge(contents: Contents, choices: Choices): Component[] {
  const folds = choices.backs && choices.turn === 'fold'
  const hasBacks = (each: Component) => !!each.back || !!each.cards?.some((card) => card.back)
  return contents.components.filter(
    (each) =>
      isPrinted(each) && !cellOf(PAPERS[choices.paper], each, folds && hasBacks(each), choices),
  )
}

/** The usual paper size where a language is spoken. */
export function usualPaper(language: string): PaperName {
  return /^(en|es|fr)-(US|CA|MX)|^\w+-(PH|CL|CO|VE)$/i.test(language) ? 'letter' : 'a4'
}

/** The cutting lines of a page: the edges of the cells with pieces. */
export function cuts(grid: Grid, pieces: number): { x: number[]; y: number[] } {
  const edges = (count: number, start: number, size: number) => {
    const found = Array.from({ length: count }, (_, i) => start + i * (size + grid.gap))
    const ends = found.map((at) => at + size)
    return [...new Set(grid.gap ? [...found, ...ends] : [...found, ...ends.slice(-1)])]
  }
  return {
    x: edges(Math.min(grid.columns, pieces), grid.left, grid.width),
    y: edges(Math.ceil(pieces / grid.columns), grid.top, grid.height),
  }
}
