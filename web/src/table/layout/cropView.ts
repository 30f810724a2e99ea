// Shows a part of the wide layout on its own, if there is no room for the whole table.

import { rectOf, type Rect } from './geometry'
import type { Area, Layout, Panel, View } from '../../types'

/** The layout of a panel with everything on it; null if the wide layout has no such panel. */
export function panelOf(view: View, panel: Panel): Layout | null {
  const ground = view.wide.areas[panel.area]
  return ground ? cut(view.wide, rectOf(ground)) : null
}

/** The share of the table's width, and of its height, that the middle needs to represent it. */
const LEAST = 0.3

/**
 * The layout of the middle of the table: the zones that belong to no seat. If they are small, the layout of the whole
 * table without its text.
 */
export function middle(view: View): Layout {
  const { wide } = view
  const drawn = new Set(view.pieces.map((piece) => piece.zone))
  const away = new Set(view.parts.flatMap((part) => (part.part === 'drawer' ? part.zones : [])))
  const areas = view.parts.flatMap((part) => {
    const area = wide.areas[part.area]
    const shared =
      part.part === 'zone' && part.owner == null && drawn.has(part.id) && !away.has(part.id)
    return shared && area && area[2] > 0 ? [rectOf(area)] : []
  })
  const box = areas.length ? around(areas) : null
  if (box && box.w >= LEAST * wide.width && box.h >= LEAST * wide.height) return cut(wide, box)
  return wordless(view)
}

/** The layout of the whole table without its question and its log. */
function wordless({ parts, wide }: View): Layout {
  const words = new Set(
    parts.filter((part) => part.part === 'prompt' || part.part === 'log').map((part) => part.area),
  )
  return {
    ...wide,
    areas: Object.fromEntries(Object.entries(wide.areas).filter(([name]) => !words.has(name))),
  }
}

/** The layout of the table without its question and its log, and without their room at an edge. */
export function board(view: View): Layout {
  const layout = wordless(view)
  const areas = Object.values(layout.areas).filter((area) => area[2] > 0 && area[3] > 0)
  return areas.length ? cut(layout, around(areas.map(rectOf))) : layout
}

/** Margin around the areas, for shadows and for marks at the corners of cards. */
const EDGE = 10

function around(rects: readonly Rect[]): Rect {
  const x = Math.min(...rects.map((rect) => rect.x)) - EDGE
  const y = Math.min(...rects.map((rect) => rect.y)) - EDGE
  const w = Math.max(...rects.map((rect) => rect.x + rect.w)) + EDGE - x
  const h = Math.max(...rects.map((rect) => rect.y + rect.h)) + EDGE - y
  return { x, y, w, h }
}

/** The areas inside a box, relative to its corner. */
function cut(layout: Layout, { x, y, w, h }: Rect): Layout {
  const areas: Record<string, Area> = {}
  for (const [name, [left, top, width, height, ...rest]] of Object.entries(layout.areas))
    if (left >= x && top >= y && left + width <= x + w && top + height <= y + h)
      areas[name] = [left - x, top - y, width, height, ...rest] as Area
  return { width: w, height: h, areas }
}
