// The size of the window, and how a table is laid out in it.

import { foldsIn } from './foldLayout'
import type { Shape } from './geometry'

const measure = () => ({ w: innerWidth, h: innerHeight })

const size = $state(measure())
addEventListener('resize', () => Object.assign(size, measure()))

/** The width of the prompt and its buttons beside the table, in a window that is wide and low. */
const RAIL = 176

/** The height of a prompt of one line below the table. */
export const BAR = 58

export function windowSize(): { w: number; h: number } {
  return size
}

/**
 * The layout that fits the window: wide, narrow, or `low`, the narrow one folded for a window that is wide and low,
 * such as a phone in landscape.
 */
export function shape(): Shape {
  const { w, h } = size
  if (w >= 900 && h >= 560 && w / h > 1.05) return 'wide'
  return w > h && foldsIn(w) ? 'low' : 'narrow'
}

/** The height of the header above a table. */
export function headHeight(): number {
  return shape() === 'low' ? 44 : 52
}

/** The room below the header. */
export function tableRoom(): { w: number; h: number } {
  return { w: size.w, h: size.h - headHeight() }
}

/** Whether the layout for wide screens is shown. */
export function isWide(): boolean {
  return shape() === 'wide'
}

/** The width of the prompt beside the table; 0 if it is below. */
export function railWidth(): number {
  return shape() === 'low' && foldsIn(size.w - RAIL) ? RAIL : 0
}

/** The room for the scene with a one-line prompt, below or beside it. */
export function sceneRoom(): { w: number; h: number } {
  const { w, h } = tableRoom()
  const rail = railWidth()
  return { w: w - rail, h: rail ? h : h - BAR }
}
