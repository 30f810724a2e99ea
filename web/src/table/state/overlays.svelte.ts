// The overlays of a table: cells that are hatched while their switch is on. The server computes some of them on request.

import { sameRevision, revisionOf, type Revision } from '../../net/revision'
import type { FromServer, Hatched, Overlay, Outcome, Reason, View } from '../../types'
import type { Playback } from './playback.svelte'
import type { Seating } from './seating.svelte'
import type { Selection } from './selection.svelte'

/** The functions of the table that overlays need. */
interface OverlaysContext {
  playback: Pick<Playback, 'view' | 'past'>
  seating: Pick<Seating, 'rated'>
  selection: Pick<Selection, 'would' | 'pointed' | 'focused' | 'touched' | 'bubble'>
  /** Asks the server for the cells. Returns the number of the request, below 0 if it cannot be sent. */
  ask(view: View, action: number): number
}

/** The present position, in place of an action. */
const NOW = -1

export class Overlays {
  /** The ids of those that are switched on. */
  private on = $state.raw<ReadonlySet<string>>(new Set())
  /** The hatched cell under the pointer. */
  pointed = $state.raw<Hatched | null>(null)
  /** The answers about a position, by the action after which they hold. */
  private found = $state.raw<{ about: Revision | null; after: ReadonlyMap<number, Overlay[]> }>({
    about: null,
    after: new Map(),
  })
  private requests = new Map<number, { about: Revision; action: number }>()

  /** Those that have a switch here. */
  offered: Overlay[] = $derived.by(() => {
    const { view, past } = this.context.playback
    return !view || past || view.assists === false || view.over ? [] : (view.overlays ?? [])
  })
  /** Whether they can be switched on: not in rated games. */
  allowed: boolean = $derived.by(() => !this.context.seating.rated)
  /** The choice whose effect is previewed. */
  private action: number = $derived.by(() => this.context.selection.would?.action ?? NOW)
  /** Those that are switched on, with their cells: after the previewed choice, or now. */
  shown: Overlay[] = $derived.by(() => {
    const { about, after } = this.found
    const { view } = this.context.playback
    const known = view && about && sameRevision(about, view) ? after : new Map<number, Overlay[]>()
    return this.offered
      .filter(({ id }) => this.isOn(id))
      .map((overlay) => {
        const answer = known.get(this.action) ?? known.get(NOW)
        return overlay.computed ? (answer?.find(({ id }) => id === overlay.id) ?? overlay) : overlay
      })
  })
  /** Whether the cells are those after the previewed choice. */
  ahead: boolean = $derived(this.action !== NOW && this.found.after.has(this.action))
  outcomes: Outcome[] = $derived(this.shown.flatMap(({ outcomes = [] }) => outcomes))
  /** The pieces that are the reasons for the hatched cells, each with its line, in the order of their numbers. */
  reasons: Reason[] = $derived(this.shown.flatMap(({ reasons = [] }) => reasons))
  /** The numbers of these pieces, from 1. */
  numbers: ReadonlyMap<string, number> = $derived(
    new Map(this.reasons.map(({ piece }, i) => [piece, i + 1])),
  )
  /** The pieces that are the reason for the cell under the pointer. */
  blamed: ReadonlySet<string> = $derived(new Set(this.pointed?.pieces))

  constructor(private readonly context: OverlaysContext) {}

  isOn(id: string): boolean {
    return this.allowed && this.on.has(id)
  }

  switch(id: string): void {
    const on = new Set(this.on)
    if (!on.delete(id)) on.add(id)
    this.on = on
    this.pointed = null
  }

  /** The cells of an overlay to hatch: those for a piece that is pointed at, focused or selected, otherwise all. */
  cells(overlay: Overlay): Hatched[] {
    const { pointed, focused, touched } = this.context.selection
    const all = overlay.cells ?? []
    for (const id of [pointed, focused, touched.at(-1)]) {
      const own = id ? all.filter(({ pieces = [] }) => pieces.includes(id)) : []
      if (own.length) return own
    }
    return all
  }

  /** The id of a hatched cell, to which a bubble can point. */
  idOf(overlay: Overlay, { at }: Hatched): string {
    return `${overlay.id}/${at}`
  }

  /** Shows the words of a hatched cell beside it. */
  tell(overlay: Overlay, cell: Hatched): void {
    const { selection } = this.context
    selection.bubble = { piece: this.idOf(overlay, cell), words: cell.words, choices: [] }
  }

  /** Asks for the cells that are to be shown, unless they are known or asked for. */
  refresh(): void {
    const { view } = this.context.playback
    if (!view || !this.offered.some(({ id, computed }) => computed && this.isOn(id))) return
    const about = revisionOf(view)
    if (!this.found.about || !sameRevision(this.found.about, about))
      this.found = { about, after: new Map() }
    for (const action of new Set([NOW, this.action])) {
      const asked = [...this.requests.values()].some(
        (request) => request.action === action && sameRevision(request.about, about),
      )
      if (asked || this.found.after.has(action)) continue
      const number = this.context.ask(view, action)
      if (number >= 0) this.requests.set(number, { about, action })
    }
  }

  receive(message: FromServer): void {
    if (message.type === 'overlaid') this.answer(message.id, message.overlays ?? [])
  }

  /** Handles the refusal of a request, which is not repeated. Returns whether it was ours. */
  refuse(error: { id?: number }): boolean {
    return this.answer(error.id ?? -1, [])
  }

  private answer(id: number, overlays: Overlay[]): boolean {
    const request = this.requests.get(id)
    if (!request) return false
    this.requests.delete(id)
    const { about, after } = this.found
    if (about && sameRevision(request.about, about))
      this.found = { about, after: new Map(after).set(request.action, overlays) }
    return true
  }

  /** The connection is lost, and any pending answer with it. */
  lost(): void {
    this.requests.clear()
  }
}
