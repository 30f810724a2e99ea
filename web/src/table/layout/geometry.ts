// The places of pieces in their zones: pure functions of numbers.

import type { Area, Face, Layout, Zone } from '../../types'

export interface Rect {
  x: number
  y: number
  w: number
  h: number
}

/** How a table is laid out: `low` is the narrow layout folded for a window that is wide and low. */
export type Shape = 'wide' | 'narrow' | 'low'

export interface Lying {
  id: string
  at?: number
  face?: Face
}

export interface ZonePlan {
  /** Each piece's place, and its height in the pile. */
  places: Map<string, Rect & { z: number }>
  /** Every cell of the zone, in order. */
  cells: Rect[]
  /** Indexes of empty cells. */
  empty: number[]
  /** The background of a lettered board. */
  board: Rect | null
  /** The target if the zone itself can be touched: its cells, or its area if the cells vary. */
  ground: Rect
}

/** The minimum scale of a scene; its smallest letters grow by the same factor (`--least`). */
export const LEAST_SCALE = 0.89

/** Room for the letters and numbers of a board. */
const LETTERS = 18

/** The minimum visible part of a covered piece, so that a finger can hit it. */
const STRIP = 24

/** The share of a card's width that its corner marks need, from the top and the left. */
const CORNER = { down: 0.32, right: 0.45 }

/** Room for names below hexes in a row. */
const NAMES = 15

export function rectOf(area: Area): Rect {
  return { x: area[0], y: area[1], w: area[2], h: area[3] }
}

/** A rectangle as CSS. Its place is a transform, so movement within the scene doesn't count as a layout shift. */
export function boxOf({ x, y, w, h }: Rect): string {
  return `left: 0; top: 0; translate: ${x}px ${y}px; width: ${w}px; height: ${h}px`
}

function gapOf(area: Area): number {
  return area[4] ?? 8
}

export function styleOf(area: Area): string {
  return area[5] ?? ''
}

/** The largest centred rectangle with an aspect ratio inside another; aspect 0 fills it. */
export function fit(rect: Rect, aspect: number): Rect {
  if (!(aspect > 0)) return rect
  const w = Math.min(rect.w, rect.h * aspect)
  const h = w / aspect
  return { x: rect.x + (rect.w - w) / 2, y: rect.y + (rect.h - h) / 2, w, h }
}

/** Starts of `count` cells of `size` along a length: side by side if they fit, otherwise overlapping. */
function line(start: number, length: number, size: number, step: number, count: number): number[] {
  const room = count > 1 ? Math.min(step, (length - size) / (count - 1)) : 0
  return Array.from({ length: count }, (_, index) => start + index * room)
}

function lattice(
  rect: Rect,
  columns: number,
  rows: number,
  gap: number,
  aspect: number,
  count: number,
): Rect[] {
  const w = (rect.w - gap * (columns - 1)) / columns
  const h = (rect.h - gap * (rows - 1)) / rows
  const wide = rows === 1 ? Math.max(columns, count) : columns
  const tall = Math.max(rows, Math.ceil(count / wide))
  const xs = line(rect.x, rect.w, w, w + gap, wide)
  const ys = line(rect.y, rect.h, h, h + gap, tall)
  const cells: Rect[] = []
  for (const y of ys) for (const x of xs) cells.push(fit({ x, y, w, h }, aspect))
  return cells
}

/**
 * Overlapping pieces: the top or left edge of each one stays visible, as much as the overlap says or room allows. If
 * that would hide their corners, the pieces get smaller.
 */
function overlapping(rect: Rect, down: boolean, zone: Zone, count: number): Rect[] {
  const aspect = zone.aspect || 0.72
  const length = down ? rect.h : rect.w
  const covered = Math.max(0, count - 1)
  let { w, h } = fit(rect, aspect)
  // In units of a piece's width: its length, and the part of it that must stay visible.
  const long = down ? 1 / aspect : 1
  const corner = down ? CORNER.down : CORNER.right
  if (w * long + covered * Math.max(STRIP, w * corner) > length) {
    const least = (2 * STRIP) / long
    const byCorner = length / (long + covered * corner)
    w = byCorner * corner >= STRIP ? byCorner : (length - covered * STRIP) / long
    w = Math.min(fit(rect, aspect).w, Math.max(least, w))
    h = w / aspect
  }
  const size = down ? h : w
  const seen = Math.max(size * (1 - (zone.overlap ?? 0)), w * corner, STRIP)
  const step = covered ? Math.min(seen, (length - size) / covered) : 0
  return Array.from({ length: Math.max(1, count) }, (_, i) =>
    down
      ? { x: rect.x + (rect.w - w) / 2, y: rect.y + i * step, w, h }
      : { x: rect.x + i * step, y: rect.y + (rect.h - h) / 2, w, h },
  )
}

/** The smallest rectangle around others. */
function around(rects: readonly Rect[], otherwise: Rect): Rect {
  if (rects.length === 0) return otherwise
  const x = Math.min(...rects.map((rect) => rect.x))
  const y = Math.min(...rects.map((rect) => rect.y))
  const w = Math.max(...rects.map((rect) => rect.x + rect.w)) - x
  const h = Math.max(...rects.map((rect) => rect.y + rect.h)) - y
  return { x, y, w, h }
}

function fan(rect: Rect, gap: number, aspect: number, count: number): Rect[] {
  const cell = fit(rect, aspect || 0.72)
  const step = count > 1 ? Math.min(cell.w + gap, (rect.w - cell.w) / (count - 1)) : 0
  const start = rect.x + (rect.w - cell.w - step * (count - 1)) / 2
  return Array.from({ length: count }, (_, index) => ({ ...cell, x: start + index * step }))
}

/** Hexes in a row, with room for their names below. */
function hexLine(count: number, rect: Rect, gap: number): Rect[] {
  const w = Math.min((rect.w - gap * (count - 1)) / count, (rect.h - NAMES) / (Math.sqrt(3) / 2))
  const h = (w * Math.sqrt(3)) / 2
  const step = count > 1 ? (rect.w - w) / (count - 1) : 0
  return Array.from({ length: count }, (_, i) => ({
    x: rect.x + i * step,
    y: rect.y + (rect.h - NAMES - h) / 2,
    w,
    h,
  }))
}

function hexes(zone: Zone, rect: Rect, gap: number, style: string): Rect[] {
  const spots = zone.spots ?? []
  if (spots.length === 0) return []
  if (style.includes('line')) return hexLine(spots.length, rect, gap)
  const xs = spots.map((spot) => spot[0])
  const ys = spots.map((spot) => spot[1])
  const [left, right, top, bottom] = [
    Math.min(...xs),
    Math.max(...xs),
    Math.min(...ys),
    Math.max(...ys),
  ]
  const root = Math.sqrt(3)
  const r = Math.min(rect.w / ((right - left) * 1.5 + 2), rect.h / ((bottom - top + 1) * root))
  const cx = rect.x + rect.w / 2 - ((left + right) / 2) * 1.5 * r
  const cy = rect.y + rect.h / 2 - ((top + bottom) / 2) * root * r
  const inner = Math.max(r / 2, r - gap / 2)
  return spots.map((spot) => ({
    x: cx + spot[0] * 1.5 * r - inner,
    y: cy + spot[1] * root * r - (inner * root) / 2,
    w: inner * 2,
    h: inner * root,
  }))
}

function free(zone: Zone, rect: Rect, gap: number): Rect[] {
  const w = rect.w / (zone.columns ?? 1)
  const h = rect.h / (zone.rows ?? 1)
  return (zone.spots ?? []).map((spot) =>
    fit(
      {
        x: rect.x + spot[0] * w - (w - gap) / 2,
        y: rect.y + spot[1] * h - (h - gap) / 2,
        w: w - gap,
        h: h - gap,
      },
      zone.aspect ?? 0,
    ),
  )
}

/** The faces that cover as many cells of a board as they have units across and down. */
const SPREAD = ['machine', 'fold']

function spread(cell: Rect, face: Face | undefined, zone: Zone, gap: number): Rect {
  if (!zone.board || !face?.cells?.length || !SPREAD.includes(face.kind)) return cell
  const across = Math.max(...face.cells.map((unit) => unit[0])) + 1
  const down = Math.max(...face.cells.map((unit) => unit[1])) + 1
  return { x: cell.x, y: cell.y, w: across * (cell.w + gap) - gap, h: down * (cell.h + gap) - gap }
}

export function plan(zone: Zone, area: Area, pieces: readonly Lying[]): ZonePlan {
  const gap = gapOf(area)
  const aspect = zone.aspect ?? 0
  let columns = Math.max(1, zone.columns ?? 1)
  let rows = Math.max(1, zone.rows ?? 1)
  // A grid with a single row or column follows the longer side of its area.
  if (zone.shape === 'grid' && !zone.board && (columns === 1 || rows === 1)) {
    const many = Math.max(columns, rows)
    ;[columns, rows] = area[2] > area[3] ? [many, 1] : [1, many]
  }
  const count = pieces.reduce((most, piece) => Math.max(most, (piece.at ?? 0) + 1), 0)
  let rect = rectOf(area)
  let board: Rect | null = null
  if (zone.board && styleOf(area) !== 'bare' && rect.w >= 400) {
    rect = { x: rect.x + LETTERS, y: rect.y, w: rect.w - LETTERS, h: rect.h - LETTERS }
  }
  if (zone.board) board = rect = fit(rect, aspect > 0 ? (aspect * columns) / rows : 0)

  const across = /columns-(\d+)/.exec(styleOf(area))
  if (across) {
    columns = Math.max(1, Number(across[1]))
    rows = Math.max(1, Math.ceil(count / columns))
  }
  let cells: Rect[]
  if (zone.overlap) cells = overlapping(rect, zone.shape === 'column', zone, count)
  else if (across) cells = lattice(rect, columns, rows, gap, aspect, count)
  else if (zone.shape === 'row') cells = lattice(rect, columns, 1, gap, aspect, count)
  else if (zone.shape === 'column') cells = lattice(rect, 1, rows, gap, aspect, count)
  else if (zone.shape === 'grid') cells = lattice(rect, columns, rows, gap, aspect, count)
  else if (zone.shape === 'fan') cells = fan(rect, gap, aspect, count)
  else if (zone.shape === 'hex') cells = hexes(zone, rect, gap, styleOf(area))
  else if (zone.shape === 'free') cells = free(zone, rect, gap)
  else cells = [fit(rect, aspect)]

  const places = new Map<string, Rect & { z: number }>()
  const taken = new Set<number>()
  for (const piece of pieces) {
    const at = zone.shape === 'stack' ? 0 : (piece.at ?? 0)
    const cell = cells[at] ?? cells[cells.length - 1] ?? rect
    taken.add(at)
    places.set(piece.id, { ...spread(cell, piece.face, zone, gap), z: piece.at ?? 0 })
  }
  const empty = cells.map((_, index) => index).filter((index) => !taken.has(index))
  const varies = !!zone.overlap || zone.shape === 'fan'
  return { places, cells, empty, board, ground: varies ? rect : around(cells, rect) }
}

/** The height of the names above a comparison, and the gap between its rows. */
export const HEADS = 44
export const ROW_GAP = 5

/** The room for the picture of a row: in a wide comparison, and in one on a phone. */
const PICTURES = { wide: 76, narrow: 56 }
export const WIDE_COMPARE = 420

/** The minimum width of a name beside its picture, and of a column. */
const LEAST_NAME = 84
const LEAST_COLUMN = 44

/** Room for the name below the picture of a row that has no room beside it. */
const NAME_BELOW = 14

/** The width of a hexagon that is 1 high. */
const HEXAGON = 2 / Math.sqrt(3)

/** Whether the rows of a comparison have room for their names; otherwise the pieces show them. */
export function namedRows(width: number, columns: number): boolean {
  return width - picturesWidth(width) - columns * LEAST_COLUMN >= LEAST_NAME
}

export function picturesWidth(width: number): number {
  return width >= WIDE_COMPARE ? PICTURES.wide : PICTURES.narrow
}

/** The places of the pieces that the rows of a comparison are about, at the beginning of each row. */
export function rowPieces(
  area: Area,
  rows: number,
  columns: number,
  aspect: (row: number) => number,
): Rect[] {
  const [x, y, w, h] = area
  const each = (h - HEADS - ROW_GAP * rows) / rows
  const room = {
    w: picturesWidth(w) - 8,
    h: each - 4 - (namedRows(w, columns) ? 0 : NAME_BELOW),
  }
  return Array.from({ length: rows }, (_, row) =>
    fit({ x: x + 4, y: y + HEADS + ROW_GAP + row * (each + ROW_GAP) + 2, ...room }, aspect(row)),
  )
}

/** The aspect of a piece in a row, where its zone does not say. */
export function aspectOf(zone: Zone | undefined, face: Face): number {
  return face.kind === 'hex' ? HEXAGON : zone?.aspect || 1
}

function middle(rect: Rect): { x: number; y: number } {
  return { x: rect.x + rect.w / 2, y: rect.y + rect.h / 2 }
}

export type Direction = 'left' | 'right' | 'up' | 'down'

/** The nearest place in a direction: mostly in that direction, then close by. */
export function neighbour(
  from: Rect,
  others: Iterable<readonly [string, Rect]>,
  direction: Direction,
): string | null {
  const a = middle(from)
  let best: string | null = null
  let least = Infinity
  for (const [id, rect] of others) {
    const b = middle(rect)
    const [dx, dy] = [b.x - a.x, b.y - a.y]
    const along =
      direction === 'left' ? -dx : direction === 'right' ? dx : direction === 'up' ? -dy : dy
    const across = Math.abs(direction === 'left' || direction === 'right' ? dy : dx)
    if (along <= 1 || across > along * 2.5) continue
    const far = along + across * 2
    if (far < least) [best, least] = [id, far]
  }
  return best
}

/** The place of one piece in a zone. */
export function placeOf(zone: Zone, area: Area, at: number, face: Face): Rect {
  const { x, y, w, h } = plan(zone, area, [{ id: '', at, face }]).places.get('')!
  return { x, y, w, h }
}

/** Tolerance of a scaled height, in pixels. */
const ROUNDED = 1

/** The maximum widening of a wide layout, to fill a window that is wider than the layout's own shape. */
const WIDER = 1.2

/** A wide layout for a window of this shape: its areas are wider where the scene would leave the sides empty. */
export function widened(layout: Layout, room: { w: number; h: number }): Layout {
  const by = Math.min(WIDER, (room.w * layout.height) / (room.h * layout.width))
  if (by <= 1) return layout
  const wider = (areas: Record<string, Area>) =>
    Object.fromEntries(
      Object.entries(areas).map(([name, [x, y, w, ...rest]]): [string, Area] => [
        name,
        [x * by, y, w * by, ...rest],
      ]),
    )
  const pages = Object.entries(layout.pages ?? {}).map(([page, areas]) => [page, wider(areas)])
  return {
    ...layout,
    width: layout.width * by,
    areas: wider(layout.areas),
    pages: Object.fromEntries(pages) as Record<string, Record<string, Area>>,
  }
}

/**
 * The scale of a scene: wide scenes fit the window; narrow ones fit its width, but not so that they must be scrolled;
 * folded ones fit its width, and its height as far as they stay legible.
 */
export function sceneScale(
  layout: { width: number; height: number },
  room: { w: number; h: number },
  shape: Shape,
): number {
  const across = room.w / layout.width
  const down = room.h / layout.height
  const least = { wide: 0, narrow: 1, low: LEAST_SCALE }[shape]
  return Math.min(across, Math.max(least, down))
}

/** The first layout for a low window that fits it without scrolling and stays legible; otherwise the last. */
export function lowOf(layouts: readonly Layout[], room: { w: number; h: number }): Layout {
  const fits = (layout: Layout) =>
    layout.height * sceneScale(layout, room, 'low') <= room.h + ROUNDED
  return layouts.find(fits) ?? layouts[layouts.length - 1]!
}
