// Choosing by touching pieces. A choice names a multiset of pieces; the pieces touched so far are a multiset too, and
// the choices that contain it remain.

import type { Choice } from '../../types'

/** The pieces touched so far, in the order of touching; a piece may occur more than once. */
export type Touched = readonly string[]

type Touch =
  { kind: 'select'; selection: Touched } | { kind: 'play'; choice: Choice } | { kind: 'why' }

function count(ids: readonly string[], id: string): number {
  let n = 0
  for (const other of ids) if (other === id) n++
  return n
}

/** Whether the choice contains all of the selection, each piece at least as often. */
export function contains(choice: Choice, selection: Touched): boolean {
  const pieces = choice.pieces ?? []
  return (
    pieces.length >= selection.length &&
    selection.every((id) => count(pieces, id) >= count(selection, id))
  )
}

export function remaining(choices: readonly Choice[], selection: Touched): Choice[] {
  return choices.filter((choice) => contains(choice, selection))
}

/** The choices that need no more touches. */
export function complete(choices: readonly Choice[], selection: Touched): Choice[] {
  return choices.filter(
    (choice) => (choice.pieces ?? []).length === selection.length && contains(choice, selection),
  )
}

/** The pieces that can be touched next without starting over. */
export function continuing(choices: readonly Choice[], selection: Touched): Set<string> {
  const found = new Set<string>()
  for (const choice of remaining(choices, selection)) {
    const pieces = choice.pieces ?? []
    for (const id of pieces) if (count(pieces, id) > count(selection, id)) found.add(id)
  }
  return found
}

/** All pieces that any choice touches. */
export function touchable(choices: readonly Choice[]): Set<string> {
  return continuing(choices, [])
}

/** The number of pieces to touch in total, if it is the same for every remaining choice. */
export function needed(choices: readonly Choice[], selection: Touched): number | null {
  const sizes = new Set(remaining(choices, selection).map((choice) => (choice.pieces ?? []).length))
  const [size] = sizes
  return sizes.size === 1 && size !== undefined ? size : null
}

/**
 * The meaning of touching a piece in a zone that is a target too: the zone, if only the zone leads to a remaining
 * choice, or if no choice contains the piece; otherwise the piece.
 */
export function aim(
  choices: readonly Choice[],
  selection: Touched,
  piece: string,
  zone: string,
): string {
  if (selection.includes(piece)) return piece
  for (const touched of [selection, []]) {
    const next = continuing(choices, touched)
    if (next.has(piece)) return piece
    if (next.has(zone)) return zone
  }
  return selection.includes(zone) ? zone : piece
}

/** The effect of touching a piece; `hinted` is the action that a hint advises. */
export function touch(
  choices: readonly Choice[],
  selection: Touched,
  piece: string,
  atOnce = false,
  hinted = -1,
): Touch {
  if (continuing(choices, selection).has(piece))
    return settle(choices, [...selection, piece], atOnce)
  if (selection.includes(piece)) {
    const done = chosen(choices, selection, hinted)
    if (done && selection[selection.length - 1] === piece) return { kind: 'play', choice: done }
    const last = selection.lastIndexOf(piece)
    return { kind: 'select', selection: selection.filter((_, index) => index !== last) }
  }
  // A piece that does not fit the selection replaces as little of it as possible, the last first.
  for (let kept = selection.length - 1; kept >= 0; kept--) {
    const before = selection.slice(0, kept)
    if (continuing(choices, before).has(piece)) return settle(choices, [...before, piece], atOnce)
  }
  return { kind: 'why' }
}

/** Plays the only remaining choice if the person prefers that; otherwise waits for confirmation. */
function settle(choices: readonly Choice[], selection: Touched, atOnce: boolean): Touch {
  const left = remaining(choices, selection)
  const [only] = left
  if (atOnce && only && left.length === 1 && (only.pieces ?? []).length === selection.length)
    return { kind: 'play', choice: only }
  return { kind: 'select', selection }
}

/**
 * The choice that the selection completes. If several choices have the same pieces: the one that a hint advises,
 * otherwise the first.
 */
function chosen(
  choices: readonly Choice[],
  selection: Touched,
  hinted: number,
): Choice | undefined {
  const ready = complete(choices, selection)
  return ready.find((choice) => choice.action === hinted) ?? ready[0]
}

/** The choice to show as the primary button, if one stands out. */
export function foremost(
  choices: readonly Choice[],
  selection: Touched,
  hinted = -1,
): Choice | null {
  const done = chosen(choices, selection, hinted)
  // Among choices without pieces, only the one that a hint advises is proposed.
  if (selection.length === 0) return done?.action === hinted ? done : null
  const left = remaining(choices, selection)
  return done ?? (left.length === 1 ? left[0]! : null)
}

export interface Group {
  name: string
  choices: Choice[]
}

/** All choices, grouped under their headings, in their original order. */
export function grouped(choices: readonly Choice[]): Group[] {
  const groups = new Map<string, Choice[]>()
  for (const choice of choices) {
    const name = choice.group ?? ''
    const list = groups.get(name)
    if (list) list.push(choice)
    else groups.set(name, [choice])
  }
  return [...groups].map(([name, list]) => ({ name, choices: list }))
}
