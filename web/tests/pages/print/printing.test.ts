import { describe, expect, it } from 'vitest'
import {
  cuts,
  gridOf,
  middleOf,
  MARGIN,
  mirrored,
  NOTES,
  pagesOf,
  PAPERS,
  tooLarge,
  turnOf,
  usualChoices,
  usualPaper,
  type Choices,
} from '../../../src/pages/print/printing'
import type { Component, Contents, Face, View } from '../../../src/types'

const face = (title: string): Face => ({ kind: 'card', title })
const back = (title: string): Face => ({ kind: 'back', title })

function deck(id: string, count: number, more: Partial<Component> = {}): Component {
  const cards = Array.from({ length: count }, (_, i) => ({
    piece: `${id}${i}`,
    face: face(`${id} ${i}`),
  }))
  return { id, title: id, form: 'card', width: 63, height: 88, cards, back: back(id), ...more }
}

const box = (components: Component[], more: Partial<Contents> = {}): Contents => ({
  game: 'tiny',
  title: 'Tiny',
  components,
  ...more,
})

const usual: Choices = usualChoices('de')

const titles = (page: { cells: ({ face: Face | null } | null)[] }) =>
  page.cells.map((cell) => cell?.face?.title ?? '')

describe('the layout of a page', () => {
  it.each([
    ['a4', 63, 88, 3, 3, false],
    ['letter', 63, 88, 3, 3, false],
    ['a4', 88, 63, 3, 3, true],
    ['a4', 60, 60, 3, 4, false],
    ['letter', 60, 60, 3, 4, false],
    ['a4', 186, 236, 1, 1, false],
    ['letter', 186, 236, 1, 1, false],
  ] as const)('on %s, of %d by %d mm', (paper, width, height, columns, rows, turned) => {
    expect(gridOf(PAPERS[paper], width, height)).toMatchObject({ columns, rows, turned })
  })

  it.each(['a4', 'letter'] as const)('keeps margins on %s, and room for text', (paper) => {
    for (const [width, height] of [
      [63, 88],
      [18, 18],
      [30, 30],
      [44, 38.11],
      [188, 188],
    ] as const) {
      const grid = gridOf(PAPERS[paper], width, height)!
      const [across, down] = [grid.columns * grid.width, grid.rows * grid.height]
      expect(PAPERS[paper].width - across).toBeGreaterThanOrEqual(2 * MARGIN)
      expect(PAPERS[paper].height - down).toBeGreaterThanOrEqual(2 * MARGIN)
      const beside = grid.notes === 'ends' ? grid.top : grid.left
      expect(beside).toBeGreaterThanOrEqual(NOTES)
    }
  })

  it('puts the pieces in the middle, so that backs meet their fronts', () => {
    const { left, columns, width } = gridOf(PAPERS.letter, 63, 88)!
    expect(2 * left + columns * width).toBeCloseTo(215.9)
  })

  it('leaves a gap between pieces, and room for the bleed of both', () => {
    const tight = gridOf(PAPERS.a4, 63, 88, { bleed: 0, gap: 2 })!
    expect(tight).toMatchObject({ columns: 3, rows: 3, gap: 2 })
    expect(middleOf(tight, 1).x - middleOf(tight, 0).x).toBeCloseTo(65)
    expect(cuts(tight, 9).x).toHaveLength(6)
    const bled = gridOf(PAPERS.a4, 63, 88, { bleed: 3, gap: 2 })!
    expect(bled.gap).toBe(6)
    expect(bled.left - bled.bleed).toBeGreaterThanOrEqual(MARGIN)
    expect(bled.columns * bled.rows).toBe(6)
  })

  it('does not print pieces larger than the paper, and says so', () => {
    const huge = { ...deck('map', 1), width: 400, height: 300 }
    expect(gridOf(PAPERS.a4, 400, 300)).toBeNull()
    expect(pagesOf(box([huge]), usual)).toEqual([])
    expect(tooLarge(box([huge, deck('a', 1)]), usual)).toEqual([huge])
  })
})

describe('the order of the pages', () => {
  it('fills page after page', () => {
    const pages = pagesOf(box([deck('a', 11)]), usual)
    expect(pages.map((page) => page.cells.filter(Boolean).length)).toEqual([9, 2])
    expect(pages.map((page) => page.sheet)).toEqual([1, 2])
    expect(pages[1]!.cells).toHaveLength(9)
  })

  it('puts cards of one size on one page, whatever their deck', () => {
    const pages = pagesOf(box([deck('a', 5), { ...deck('t', 2), width: 60 }, deck('b', 4)]), usual)
    expect(pages.map((page) => page.components.map((each) => each.id))).toEqual([['a', 'b'], ['t']])
  })

  it('prints a card in its number of copies, or once', () => {
    const twice = deck('a', 2)
    twice.cards![0]!.copies = 3
    const all = pagesOf(box([twice]), usual)[0]!
    expect(titles(all).filter(Boolean)).toEqual(['a 0', 'a 0', 'a 0', 'a 1'])
    expect(all.cells.slice(0, 4).map((cell) => [cell!.number, cell!.of])).toEqual([
      [1, 4],
      [2, 4],
      [3, 4],
      [4, 4],
    ])
    const once = pagesOf(box([twice]), { ...usual, copies: false })[0]!
    expect(titles(once).filter(Boolean)).toEqual(['a 0', 'a 1'])
  })

  it('omits deselected components, and those that players bring', () => {
    const dice: Component = { id: 'dice', title: 'Dice', form: 'supply', count: 2 }
    expect(pagesOf(box([deck('a', 1), dice]), { ...usual, without: ['a'] })).toEqual([])
  })

  it('puts the differences of a variant first, or prints only these', () => {
    const contents = box([deck('a', 12)], { changed: ['a10', 'a3'] })
    const [first] = pagesOf(contents, usual)
    expect(titles(first!).slice(0, 3)).toEqual(['a 3', 'a 10', 'a 0'])
    const only = pagesOf(contents, { ...usual, changed: true })
    expect(only.map((page) => titles(page).filter(Boolean))).toEqual([['a 3', 'a 10']])
  })

  it('prints a board by itself', () => {
    const view = {} as View
    const board: Component = {
      id: 'board',
      title: 'Board',
      form: 'board',
      width: 188,
      height: 188,
      boards: [view, view],
    }
    expect(pagesOf(box([board]), usual).map((page) => page.cells.length)).toEqual([1, 1])
  })
})

describe('backs', () => {
  it('follow their fronts, mirrored', () => {
    const [fronts, backs] = pagesOf(box([deck('a', 4)]), { ...usual, backs: true })
    expect(titles(fronts!)).toEqual(['a 0', 'a 1', 'a 2', 'a 3', '', '', '', '', ''])
    expect(titles(backs!)).toEqual(['a 2', 'a 1', 'a 0', '', '', 'a 3', '', '', ''])
    expect(backs).toMatchObject({ back: true, sheet: 1 })
    expect(backs!.cells[0]!.back).toEqual(back('a'))
  })

  it("are the card's own, otherwise the deck's", () => {
    const tiles = deck('a', 2)
    tiles.cards![1]!.back = back('own')
    const [, backs] = pagesOf(box([tiles]), { ...usual, backs: true })
    expect(backs!.cells.map((cell) => cell?.back?.title)).toEqual([
      undefined,
      'own',
      'a',
      ...Array<undefined>(6).fill(undefined),
    ])
  })

  it('have a page even if it is empty, so that the next fronts are in front', () => {
    const pages = pagesOf(box([deck('a', 1, { back: null }), { ...deck('b', 1), width: 60 }]), {
      ...usual,
      backs: true,
    })
    expect(pages.map((page) => page.back)).toEqual([false, true, false, true])
  })

  it('are upside down when the paper is flipped on its short edge', () => {
    expect(mirrored([1, 2, 3, 4, 5, 6], 3, 'short')).toEqual([4, 5, 6, 1, 2, 3])
    const choices = { ...usual, backs: true, turn: 'short' } as const
    const [front, behind] = pagesOf(box([deck('a', 2)]), choices)
    expect(behind!.cells.findIndex((cell) => cell?.number === 1)).toBe(6)
    expect([turnOf(front!, 'short'), turnOf(behind!, 'short'), turnOf(behind!, 'long')]).toEqual([
      0, 180, 0,
    ])
  })

  it('lie beside their fronts to be folded over; a front without a back is printed alone', () => {
    const plain = deck('b', 2)
    delete plain.back
    const choices = { ...usual, backs: true, turn: 'fold' } as const
    const pages = pagesOf(box([deck('a', 3), plain]), choices)
    expect(pages.map(({ fold, back }) => [fold, back])).toEqual([
      [true, false],
      [false, false],
    ])
    expect(pages[0]!.grid).toMatchObject({ columns: 2, rows: 2, width: 88, height: 126 })
    expect(titles(pages[0]!)).toEqual(['a 0', 'a 1', 'a 2', ''])
  })

  it('are mirrored row by row', () => {
    expect(mirrored([1, 2, 3, 4, 5, 6], 3, 'long')).toEqual([3, 2, 1, 6, 5, 4])
    expect(mirrored([1, 2, 3, 4], 1, 'long')).toEqual([1, 2, 3, 4])
  })
})

it('cuts at the edges of existing pieces', () => {
  const grid = gridOf(PAPERS.a4, 63, 88)!
  expect(cuts(grid, 9)).toEqual({ x: [10.5, 73.5, 136.5, 199.5], y: [16.5, 104.5, 192.5, 280.5] })
  expect(cuts(grid, 4).y).toEqual([16.5, 104.5, 192.5])
  expect(cuts(grid, 1)).toEqual({ x: [10.5, 73.5], y: [16.5, 104.5] })
})

it.each([
  ['en-US', 'letter'],
  ['fr-CA', 'letter'],
  ['es-MX', 'letter'],
  ['en-GB', 'a4'],
  ['de-DE', 'a4'],
  ['fr-FR', 'a4'],
  ['en', 'a4'],
])('prints in %s on %s', (language, paper) => {
  expect(usualPaper(language)).toBe(paper)
})
