// The places of a lesson's targets on the screen.

import { around, common, grown, overlap } from './coachBubble'
import type { Rect } from '../../../table/layout/geometry'
import type { Layout, View } from '../../../types'

/** Pixels: how far a light extends beyond its target. */
const MARGIN = 5

const rectOf = ({ left, top, width, height }: DOMRect): Rect => ({
  x: left,
  y: top,
  w: width,
  h: height,
})

/** The place of an element on the screen; null if it is not drawn. */
export function placeOfElement(element: Element | null): Rect | null {
  const rect = element && rectOf(element.getBoundingClientRect())
  return rect && rect.w > 0 && rect.h > 0 ? rect : null
}

/** The place of an element with everything that extends beyond its edge, such as a tag; null if it is not drawn. */
function wholePlaceOf(element: Element | null): Rect | null {
  if (!element?.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return null
  const cuts = getComputedStyle(element).overflow !== 'visible'
  const inside = cuts ? [] : [...element.children].map(wholePlaceOf)
  return around([placeOfElement(element), ...inside].filter((rect) => rect !== null))
}

/** The light of a target. It extends beyond the target, but not beyond the edge of the panel that contains it. */
export function lightOf(target: Rect, panel: Rect | null): Rect {
  const whole = grown(target, MARGIN)
  const inside = panel && common(whole, panel)
  return (inside && around([target, inside])) ?? whole
}

/** The place of the smallest panel that contains a place and is larger; null for none. */
export function panelAround(place: Rect, view: View, layout: Layout): Rect | null {
  const panels = view.parts
    .filter(({ part }) => part === 'panel')
    .flatMap(({ id }) => areaOf(id, view, layout) ?? [])
    .filter((panel) => panel.w * panel.h > place.w * place.h)
    .filter((panel) => overlap(panel, place) > 0.99 * place.w * place.h)
  return panels.sort((a, b) => a.w * a.h - b.w * b.h)[0] ?? null
}

/** The place of the area of a part. */
function areaOf(id: string, view: View, layout: Layout): Rect | null {
  const part = view.parts.find((each) => each.id === id)
  const scene = document.querySelector('.scene')?.getBoundingClientRect()
  const area = part && layout.areas[part.area]
  if (!scene || !area || area[2] <= 0) return null
  const scale = scene.width / layout.width
  return {
    x: scene.left + area[0] * scale,
    y: scene.top + area[1] * scale,
    w: area[2] * scale,
    h: area[3] * scale,
  }
}

/** The place of the area of a part, with everything that extends beyond its edge. */
function placeOfPart(id: string, view: View, layout: Layout): Rect | null {
  const area = areaOf(id, view, layout)
  if (!area) return null
  const drawn = [
    document.querySelector(`.scene [data-part="${CSS.escape(id)}"]`),
    ...view.pieces
      .filter(({ zone }) => zone === id)
      .map((piece) => document.getElementById(`piece-${piece.id}`)),
  ]
  return around([area, ...drawn.map(wholePlaceOf).filter((rect) => rect !== null)])
}

/**
 * Where a piece or part can be seen: in its own place, otherwise at its drawer or at the head of its owner. Null for a
 * handle that is not needed yet.
 */
export function placeOfThing(id: string, view: View, layout: Layout): Rect | null {
  const own = wholePlaceOf(document.getElementById(`piece-${id}`)) ?? placeOfPart(id, view, layout)
  if (own) return own
  const piece = view.pieces.find((each) => each.id === id)
  if (piece?.handle) return null
  const zone = piece?.zone ?? id
  const part = view.parts.find((each) => each.id === zone)
  const drawers = view.parts.filter((each) => each.part === 'drawer' && each.zones.includes(zone))
  const seat = part?.part === 'seat' ? part.seat : part?.part === 'zone' ? part.owner : null
  const heads = view.parts.filter((each) => each.part === 'seat' && each.seat === seat)
  for (const each of [...drawers, ...(part ? [part] : []), ...heads]) {
    const place = placeOfPart(each.id, view, layout)
    if (place) return place
  }
  return null
}
