// A narrow layout folded for a window that is wide and low, such as a phone in landscape or a zoomed screen: the lower
// half of its column is moved beside the upper half.

import { LEAST_SCALE, rectOf } from './geometry'
import type { Area, Layout } from '../../types'

/** Whether a window has room for two columns of narrow layouts. */
export function foldsIn(width: number, column = 360): boolean {
  return width >= Math.floor(2 * column * LEAST_SCALE)
}

/** Where to cut a column: between areas, into halves as equal as possible; 0 if nowhere. */
function cutOf(layout: Layout): number {
  const rects = Object.values(layout.areas)
    .map(rectOf)
    .filter(({ w, h }) => w > 0 && h > 0)
  const tall = (y: number) => Math.max(y, layout.height - y)
  return rects
    .map(({ y }) => y)
    .filter((cut) => cut > 0 && rects.every(({ y, h }) => y >= cut - 1 || y + h <= cut + 1))
    .reduce((best, cut) => (tall(cut) < tall(best) ? cut : best), 0)
}

/** The layout in two columns; unchanged if it cannot be cut. */
export function folded(layout: Layout): Layout {
  const cut = cutOf(layout)
  if (!cut) return layout
  const top = Math.min(
    ...Object.values(layout.areas).map((area) => (area[1] >= cut - 1 ? Infinity : area[1])),
  )
  const moved = ([x, y, ...rest]: Area): Area =>
    y >= cut - 1 ? [x + layout.width, y - cut + top, ...rest] : [x, y, ...rest]
  return {
    ...layout,
    width: 2 * layout.width,
    height: Math.max(cut, layout.height - cut + top),
    areas: Object.fromEntries(
      Object.entries(layout.areas).map(([name, area]) => [name, moved(area)]),
    ),
  }
}
