// A player's panel as a wide screen has it, for a screen that has no room for all of it.

import { rectOf } from './geometry'
import type { Area, Layout, View } from './types'

/** The layout of a seat's panel by itself; null where the narrow layout holds that panel anyway, or where there is none. */
export function panelOf(view: View, seat: number): Layout | null {
  const panel = view.parts.find(
    (part) => part.part === 'panel' && part.seat === seat && view.wide.areas[part.area] && !view.narrow.areas[part.area],
  )
  const ground = panel && view.wide.areas[panel.area]
  if (!ground) return null
  const { x, y, w, h } = rectOf(ground)
  const areas: Record<string, Area> = {}
  for (const [name, area] of Object.entries(view.wide.areas)) {
    const [left, top, width, height, ...rest] = area
    if (left >= x && top >= y && left + width <= x + w && top + height <= y + h)
      areas[name] = [left - x, top - y, width, height, ...rest] as Area
  }
  return { width: w, height: h, areas }
}
