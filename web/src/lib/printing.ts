// How the pieces of a game are laid out on paper. All lengths are in millimetres.

import type { Component, Contents, Face, View } from './types'

export interface Paper {
  width: number
  height: number
}

export const PAPERS = {
  a4: { width: 210, height: 297 },
  letter: { width: 215.9, height: 279.4 },
} as const satisfies Record<string, Paper>

export type PaperName = keyof typeof PAPERS

/** Stays free at every edge: most printers reach no further. */
export const MARGIN = 7.5
/** What a line of words beside the pieces takes of the margin, at two edges that face each other. */
export const NOTES = 13
/** Crop marks: how far from the pieces they begin and end. */
export const MARK = [1, 4] as const
/** How far from the pieces the ruler is. */
export const RULER = 6.4
/** The length of the ruler. */
export const RULED = 100

export interface Grid {
  columns: number
  rows: number
  /** The size of a cell, in which a piece may lie on its side. */
  width: number
  height: number
  turned: boolean
  left: number
  top: number
  /** Where the words and the ruler are: above and below the pieces, or left and right of them. */
  notes: 'ends' | 'sides'
}

function filled(paper: Paper, width: number, height: number, turned: boolean): Grid | null {
  const most = (room: number, size: number) => Math.floor((room - 2 * MARGIN) / size + 1e-6)
  const beside = (room: number, size: number) => Math.floor((room - 2 * NOTES) / size + 1e-6)
  const columns = most(paper.width, width)
  const rows = most(paper.height, height)
  const ends = columns * beside(paper.height, height)
  const sides = beside(paper.width, width) * rows
  const count = Math.max(ends, sides)
  if (count <= 0) return null
  const notes = ends >= sides ? 'ends' : 'sides'
  const [across, down] = notes === 'ends' ? [columns, ends / columns] : [sides / rows, rows]
  return {
    columns: across,
    rows: down,
    width,
    height,
    turned,
    left: (paper.width - across * width) / 2,
    top: (paper.height - down * height) / 2,
    notes,
  }
}

/** As many pieces of a size as fit on a page, upright if that is as many; null if not even one does. */
export function gridOf(paper: Paper, width: number, height: number): Grid | null {
  const upright = filled(paper, width, height, false)
  const turned = filled(paper, height, width, true)
  const count = (grid: Grid | null) => (grid ? grid.columns * grid.rows : 0)
  return count(turned) > count(upright) ? turned : upright
}

/** One piece to cut out. */
export interface Printed {
  component: Component
  face: Face | null
  board: View | null
  back: Face | null
  /** Which of the pieces of its component it is, from 1, and of how many. */
  number: number
  of: number
  changed: boolean
}

export interface Page {
  /** The components of which pieces lie on it. */
  components: Component[]
  grid: Grid
  cells: (Printed | null)[]
  /** Whether these are the backs of the page before. */
  back: boolean
  /** The number of its sheet, from 1; a page with backs has that of its fronts. */
  sheet: number
}

export interface Choices {
  paper: PaperName
  /** Each card as often as the game has it; else once. */
  copies: boolean
  /** Backs on the page after the fronts, mirrored for printing on both sides over the long edge. */
  backs: boolean
  /** Of a variant only what differs. */
  changed: boolean
  /** The components that are left out, by id. */
  without: readonly string[]
}

/** What is printed: not what players bring. */
export const isPrinted = (component: Component): boolean => component.form !== 'supply'

export const sizeOf = (component: Component): number =>
  component.count ||
  (component.boards?.length ?? 0) +
    (component.cards ?? []).reduce((sum, card) => sum + (card.copies ?? 1), 0)

/** The pieces of a component, each as often as it is printed. */
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

/** Components whose pieces are cut alike and share their pages, in order. */
function alike(components: readonly Component[]): Component[][] {
  const groups = new Map<string, Component[]>()
  for (const each of components) {
    const key = `${each.width}x${each.height} ${each.outline ?? 'rect'} ${each.form === 'card'}`
    groups.set(key, [...(groups.get(key) ?? []), each])
  }
  return [...groups.values()]
}

/** The pages in the order in which they are printed. What differs in a variant comes first. */
export function pagesOf(contents: Contents, choices: Choices): Page[] {
  const paper = PAPERS[choices.paper]
  const differ = new Set(contents.changed ?? [])
  const wanted = contents.components.filter(
    (each) => isPrinted(each) && !choices.without.includes(each.id),
  )
  const pages: Page[] = []
  let sheet = 0
  for (const group of alike(wanted)) {
    const grid = gridOf(paper, group[0]!.width ?? 0, group[0]!.height ?? 0)
    if (!grid) continue
    const all = group.flatMap((each) => piecesOf(each, choices.copies, differ))
    const pieces = [
      ...all.filter((piece) => piece.changed),
      ...(choices.changed ? [] : all.filter((piece) => !piece.changed)),
    ]
    const size = grid.columns * grid.rows
    for (let start = 0; start < pieces.length; start += size) {
      const cells: (Printed | null)[] = pieces.slice(start, start + size)
      while (cells.length < size) cells.push(null)
      const components = [...new Set(cells.flatMap((cell) => (cell ? [cell.component] : [])))]
      const page = { components, grid, sheet: ++sheet }
      pages.push({ ...page, cells, back: false })
      if (choices.backs) pages.push({ ...page, cells: mirrored(cells, grid.columns), back: true })
    }
  }
  return pages
}

/** The backs of a page that is turned over its long edge: what was left is right. */
export function mirrored<T>(cells: readonly T[], columns: number): T[] {
  return cells.map((_, i) => {
    const column = i % columns
    return cells[i - column + (columns - 1 - column)]!
  })
}

/** The components of which not even one piece fits on the paper. */
export function tooLarge(contents: Contents, paper: PaperName): Component[] {
  return contents.components.filter(
    (each) => isPrinted(each) && !gridOf(PAPERS[paper], each.width ?? 0, each.height ?? 0),
  )
}

/** The paper that is usual where a language is spoken. */
export function usualPaper(language: string): PaperName {
  return /^(en|es|fr)-(US|CA|MX)|^\w+-(PH|CL|CO|VE)$/i.test(language) ? 'letter' : 'a4'
}

/** Where the lines are along which a page is cut: at the edges of the cells that hold so many pieces. */
export function cuts(grid: Grid, pieces: number): { x: number[]; y: number[] } {
  const steps = (count: number, start: number, size: number) =>
    Array.from({ length: count + 1 }, (_, i) => start + i * size)
  return {
    x: steps(Math.min(grid.columns, pieces), grid.left, grid.width),
    y: steps(Math.ceil(pieces / grid.columns), grid.top, grid.height),
  }
}
