// What is drawn of a view in one layout: parts with their areas, pieces with their places, and the origins of new
// pieces. A pure function of the view, the layout and the previous drawing.

import {
  aspectOf,
  namedRows,
  placeOf,
  plan,
  rectOf,
  rowPieces,
  styleOf,
  type Rect,
  type ZonePlan,
} from './geometry'
import { sameRevision } from '../../net/revision'
import type {
  AnyPart,
  Area,
  Face,
  Ghost as Image,
  Layout,
  Piece,
  Tone,
  View,
  Zone,
} from '../../types'

export interface Placed {
  piece: Piece
  rect: Rect
  z: number
  /** Whether other pieces can lie on it, which must stay visible when it is selected. */
  under: boolean
  /** The area's hint for the faces in it. */
  hint: string
  /** Where a new piece starts. */
  from: Rect | null
  /** The card face down that it starts as, if it comes from a deck. */
  back: Face | null
  /** Milliseconds before it starts to move. */
  delay: number
}

/** A zone that can be touched as a whole. */
export interface Target {
  zone: Zone
  rect: Rect
  z: number
}

export interface Ghost {
  key: string
  face: Face
  from: Rect
  to: Rect
  /** The height of its arc as a share of its way, and whether it turns over on it. */
  arc: number
  turns: boolean
  /** The piece or zone where it lands. */
  target: string
  delay: number
}

export interface Placement {
  parts: { part: Exclude<AnyPart, Zone>; area: Area }[]
  zones: { zone: Zone; plan: ZonePlan; pieces: string[] }[]
  /** In order of first appearance, which never changes: elements that move in the DOM lose focus. */
  pieces: Placed[]
  targets: Target[]
  places: Map<string, Rect>
  anchors: Map<string, Rect>
  ghosts: Ghost[]
  /** Whether most of the table is in other places than before, for example in another phase of the game. */
  rearranged: boolean
  ply: number
  undone: number
}

/** The hints for faces in the rows of a comparison, with their names beside them or not. */
export const IN_ROW = { named: 'row named', bare: 'row' }

/** The distance between the levels of zones. */
const LEVEL = 4000

/** The height by which a piece is lifted above others of its level. */
export const LIFT = {
  open: 200,
  chosen: 400,
  arriving: 900,
  named: 3_800,
  lit: 10_000,
  dragged: 99_999,
}
const STEP = 40
const LONGEST = 600
const FLIGHT = 260

function same(a: Rect, b: Rect): boolean {
  return Math.abs(a.x - b.x) + Math.abs(a.y - b.y) + Math.abs(a.w - b.w) + Math.abs(a.h - b.h) < 1
}

function isRearranged(parts: Placement['parts'], last: Placement | null): boolean {
  const before = new Map(last?.parts.map(({ part, area }) => [part.id, rectOf(area)]))
  const kept = parts.filter(({ part }) => before.has(part.id))
  const moved = kept.filter(({ part, area }) => !same(before.get(part.id)!, rectOf(area)))
  return moved.length > kept.length / 2
}

/** A token beside its number flies as a disc, not as the whole cell. */
export function compact(rect: Rect, face: Face, hint: string): Rect {
  if (face.kind !== 'token' && face.kind !== 'cube') return rect
  const d = hint.includes('right')
    ? Math.min(rect.h, rect.w * 0.62)
    : Math.min(rect.w, hint.includes('below') ? rect.h * 0.66 : rect.h)
  const x = hint.includes('right') ? rect.x : rect.x + (rect.w - d) / 2
  return { x, y: rect.y + (hint.includes('below') ? 0 : (rect.h - d) / 2), w: d, h: d }
}

/** The hint for the faces in a zone: the style of its area, and whether it is a stage. */
function hintOf(zone: Zone, area: Area): string {
  return zone.shape === 'stage' ? `stage ${styleOf(area)}` : styleOf(area)
}

/** The page of a layout in which the log has room for a chat. */
export const TALK = 'talk'

/** The layout with one of its pages applied: areas named by the page move to other places. */
export function paged(layout: Layout, page: string): Layout {
  const areas = layout.pages?.[page]
  return areas ? { ...layout, areas: { ...layout.areas, ...areas } } : layout
}

export interface Shown {
  face: Face
  solid: boolean
  /** Whether it is on a stage, which covers what lies below it. */
  staged: boolean
  rect: Rect
  z: number
  /** What happens to it, and whether that is a gain or a loss. */
  words: string
  tone: Tone
}

/** The places of a preview's ghosts, each at a level above the pieces of its zone's level. */
export function previewGhosts(images: readonly Image[], view: View, layout: Layout): Shown[] {
  const found: Shown[] = []
  for (const { zone: id, at = 0, face, solid = false, words = '', tone = 'plain' } of images) {
    const zone = view.parts.find((part) => part.id === id)
    if (zone?.part !== 'zone') continue
    const area = layout.areas[zone.area]
    if (area)
      found.push({
        face,
        solid,
        words,
        tone,
        staged: zone.shape === 'stage',
        rect: placeOf(zone, area, at, face),
        z: (zone.level ?? 0) * LEVEL + LEVEL - 100,
      })
  }
  return found
}

export function placementOf(view: View, layout: Layout, last: Placement | null): Placement {
  const parts: Placement['parts'] = []
  const zones: Placement['zones'] = []
  const targets: Target[] = []
  const anchors = new Map<string, Rect>()
  const seats = new Map<number, Rect>()
  const owners = new Map<string, number>()
  const found = new Map<string, Omit<Placed, 'from' | 'back' | 'delay'>>()
  const lying = new Map<string, Piece[]>()
  for (const piece of view.pieces) {
    const list = lying.get(piece.zone)
    if (list) list.push(piece)
    else lying.set(piece.zone, [piece])
  }
  // Pieces in a drawer are not drawn, but pieces that fly to them fly to the drawer.
  const drawers = new Map<string, Area>()
  for (const part of view.parts) {
    const area = layout.areas[part.area]
    if (part.part === 'drawer' && area) for (const zone of part.zones) drawers.set(zone, area)
  }
  for (const part of view.parts) {
    if (part.part === 'zone' && part.owner != null) owners.set(part.id, part.owner)
    const drawer = drawers.get(part.id)
    if (drawer) anchors.set(part.id, rectOf(drawer))
    const area = layout.areas[part.area]
    if (!area || area[2] <= 0 || drawer) continue
    anchors.set(part.id, rectOf(area))
    if (part.part === 'seat') seats.set(part.seat, rectOf(area))
    if (part.part !== 'zone') {
      parts.push({ part, area })
      continue
    }
    const pieces = lying.get(part.id) ?? []
    const made = plan(part, area, pieces)
    zones.push({ zone: part, plan: made, pieces: pieces.map((piece) => piece.id) })
    const ground = (part.level ?? 0) * LEVEL
    if (part.target) targets.push({ zone: part, rect: made.ground, z: ground })
    pieces.forEach((piece, order) => {
      const place = made.places.get(piece.id)!
      const { x, y, w, h } = place
      found.set(piece.id, {
        piece,
        rect: { x, y, w, h },
        z: ground + 1 + place.z * 8 + order,
        under: !!part.overlap,
        hint: hintOf(part, area),
      })
    })
  }
  // A piece that a comparison is about lies in its row.
  const named = new Map(view.pieces.map((piece) => [piece.id, piece]))
  for (const { part, area } of parts) {
    if (part.part !== 'compare') continue
    const about = part.rows.map((row) => named.get(row.piece))
    const zoneOf = (piece: Piece) => view.parts.find((each) => each.id === piece.zone) as Zone
    const rects = rowPieces(area, about.length, part.columns.length, (row) =>
      about[row] ? aspectOf(zoneOf(about[row]), about[row].face) : 1,
    )
    const hint = namedRows(area[2], part.columns.length) ? IN_ROW.named : IN_ROW.bare
    about.forEach((piece, row) => {
      if (piece) found.set(piece.id, { piece, rect: rects[row]!, z: 1 + row, under: false, hint })
    })
  }
  // A zone without an area is placed where its owner sits.
  for (const [zone, owner] of owners) {
    const rect = seats.get(owner)
    if (rect && !anchors.has(zone)) anchors.set(zone, rect)
  }

  const order = [
    ...(last?.pieces ?? []).map((placed) => placed.piece.id).filter((id) => found.has(id)),
    ...view.pieces.map((piece) => piece.id).filter((id) => found.has(id) && !last?.places.has(id)),
  ]
  const hints = new Map((last?.pieces ?? []).map((placed) => [placed.piece.id, placed.hint]))
  const where = (id: string, before: boolean): Rect | null =>
    (before ? (last?.places.get(id) ?? last?.anchors.get(id)) : null) ??
    found.get(id)?.rect ??
    anchors.get(id) ??
    null

  const faces = new Map(last?.pieces.map(({ piece }) => [piece.id, piece.face]))
  const fresh = !!last && !sameRevision(last, view)
  const pieces: Placed[] = order.map((id) => {
    const placed = found.get(id)!
    const isNew = !!last && !last.places.has(id)
    const via = isNew && placed.piece.via ? where(placed.piece.via, true) : null
    const deck = via ? faces.get(placed.piece.via!) : undefined
    const back = deck?.kind === 'back' && placed.piece.face.kind !== 'back' ? deck : null
    return { ...placed, from: via, back: back && { ...back, count: null }, delay: 0 }
  })
  const ghosts: Ghost[] = []
  if (fresh)
    (view.flights ?? []).forEach((flight, i) => {
      const from = where(flight.source, true)
      const to = where(flight.target, false)
      if (!from || !to) return
      const face = { ...flight.face, count: null }
      const source = compact(
        from,
        face,
        hints.get(flight.source) ?? found.get(flight.source)?.hint ?? '',
      )
      const goal = compact(to, face, found.get(flight.target)?.hint ?? '')
      const scale = Math.min(1, goal.w / source.w, goal.h / source.h)
      const [w, h] = [source.w * scale, source.h * scale]
      ghosts.push({
        key: `${view.undone ?? 0}-${view.ply}-${i}`,
        face,
        from: source,
        arc: flight.arc ?? 0,
        turns: flight.turns ?? false,
        target: flight.target,
        to: { x: goal.x + (goal.w - w) / 2, y: goal.y + (goal.h - h) / 2, w, h },
        delay: 0,
      })
    })

  // One after another, but with a limit on the total time.
  const moving: { delay: number }[] = [
    ...ghosts,
    ...pieces.filter((placed) => {
      const old = last?.places.get(placed.piece.id)
      return placed.from || (old && !same(old, placed.rect))
    }),
  ]
  const step = moving.length > 1 ? Math.min(STEP, (LONGEST - FLIGHT) / (moving.length - 1)) : 0
  moving.forEach((each, i) => (each.delay = Math.round(i * step)))

  return {
    parts,
    zones,
    pieces,
    targets,
    places: new Map(pieces.map((placed) => [placed.piece.id, placed.rect])),
    anchors,
    ghosts,
    rearranged: isRearranged(parts, last),
    ply: view.ply,
    undone: view.undone ?? 0,
  }
}
