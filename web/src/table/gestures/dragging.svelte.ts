// Dragging a piece to a zone with a mouse or a finger: the same as touching the piece, then the zone.

import type { Rect } from '../layout/geometry'
import type { Target } from '../layout/placement'
import type { Selection } from '../state/selection.svelte'

type Point = { x: number; y: number }

/** The uppermost zone at a point that can be touched. */
function targetAt(targets: readonly Target[], { x, y }: Point): string | null {
  const holds = (rect: Rect) =>
    x >= rect.x && x <= rect.x + rect.w && y >= rect.y && y <= rect.y + rect.h
  const found = targets.filter(({ rect }) => holds(rect)).sort((a, b) => a.z - b.z)
  return found.at(-1)?.zone.id ?? null
}

export class Dragging {
  /** The dragged piece, its distance from its place, and the zone below it. */
  piece = $state<string | null>(null)
  by = $state.raw<Point>({ x: 0, y: 0 })
  over = $state<string | null>(null)

  private before: readonly string[] = []

  constructor(
    private readonly selection: Pick<
      Selection,
      'carries' | 'touched' | 'touch' | 'drop' | 'bubble' | 'next'
    >,
    private readonly targets: () => readonly Target[],
  ) {}

  /** Starts to drag a piece. Returns whether it can be dragged. */
  take(id: string): boolean {
    const { selection } = this
    if (!selection.carries(id)) return false
    this.before = selection.touched
    if (!selection.touched.includes(id)) selection.touch(id)
    selection.bubble = null
    this.by = { x: 0, y: 0 }
    this.piece = id
    return true
  }

  /** Drags it this far from its place, with the pointer at a point. */
  move(by: Point, hand: Point): void {
    this.by = by
    this.over = targetAt(this.targets(), hand)
  }

  /** Whether the dragged piece can be dropped on a zone. */
  takes(zone: string): boolean {
    return this.over === zone && this.selection.next.has(zone)
  }

  /** Drops it: on a zone that accepts it, that move is selected; otherwise nothing changes. */
  drop(): void {
    const { piece, over, selection } = this
    this.piece = this.over = null
    if (piece === null) return
    if (over === null || !selection.drop(over)) selection.touched = this.before
  }

  /** It stays in its place. `kept`: it was only touched. */
  putBack(kept: boolean): void {
    if (this.piece !== null && !kept) this.selection.touched = this.before
    this.piece = this.over = null
  }
}
