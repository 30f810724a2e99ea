// A premove: a move planned during the turn of the player before us. It is stored here, can be cancelled, and is played
// on our turn only if it still means the same then.

import { foremost, touch, type Touched } from './choose'
import type { Choice, FromServer, View } from '../../types'
import type { Playback } from './playback.svelte'
import type { Seating } from './seating.svelte'

/** The functions of the table that planning needs. */
interface PlanContext {
  playback: Pick<Playback, 'view' | 'past'>
  seating: Pick<Seating, 'started' | 'takenOverBy'>
  /** Asks the server for our coming choices. Returns the number of the request. */
  ask(view: View): number
  /** Called when nothing can be planned with a piece. */
  cannot(piece: string): void
}

/** Whether two choices are the same move in the same words, touching the same pieces. */
function same(one: Choice, other: Choice): boolean {
  const pieces = (choice: Choice) => [...(choice.pieces ?? [])].sort().join(' ')
  return one.action === other.action && one.text === other.text && pieces(one) === pieces(other)
}

export class Plan {
  touched = $state.raw<Touched>([])
  /** The move to be played on our turn. */
  planned = $state.raw<Choice | null>(null)
  private choices = $state.raw<Choice[]>([])
  /** The view that the choices are about. */
  private about: View | null = null
  private asked = -1
  /** The pieces that were touched before the choices came, in that order. */
  private early: string[] = []

  /** Whether a move can be planned: exactly one other seat must play before ours can. */
  possible: boolean = $derived.by(() => {
    const { playback, seating } = this.context
    const { view } = playback
    if (!view || view.over || view.seat < 0 || playback.past) return false
    if (!seating.started || seating.takenOverBy) return false
    return view.waiting.length === 1 && view.waiting[0] !== view.seat
  })
  /** The choice that the touched pieces select. */
  ready: Choice | null = $derived(this.touched.length ? foremost(this.choices, this.touched) : null)

  constructor(private readonly context: PlanContext) {}

  /** Whether a piece belongs to the planned move. */
  has(id: string): boolean {
    return this.touched.includes(id) || !!this.planned?.pieces?.includes(id)
  }

  /** Handles a touch on a piece while it isn't our turn. Returns whether the piece can be part of a plan. */
  touch(id: string): boolean {
    const { view } = this.context.playback
    if (!view || !this.possible) return false
    if (this.about !== view) {
      this.about = view
      this.choices = []
      this.early = []
      this.asked = this.context.ask(view)
    }
    if (this.asked >= 0) {
      this.early.push(id)
      return true
    }
    const result = touch(this.choices, this.touched, id)
    if (result.kind === 'why') return false
    if (result.kind === 'play') this.keep(result.choice)
    else {
      this.planned = null
      this.touched = result.selection
    }
    return true
  }

  /** Stores a move for our turn. */
  keep(choice: Choice): void {
    this.planned = choice
    this.touched = []
  }

  clear(): void {
    this.planned = null
    this.touched = []
  }

  receive(message: FromServer): void {
    if (message.type !== 'plan' && message.type !== 'error') return
    if (message.id !== this.asked || this.asked < 0) return
    this.asked = -1
    if (message.type === 'plan') this.choices = message.choices
    const { early } = this
    this.early = []
    if (this.about !== this.context.playback.view) return
    for (const id of early) if (!this.touch(id)) this.context.cannot(id)
  }

  /**
   * Another move is shown; `choices` are ours now. Returns the choice that was planned, null if it is no longer
   * possible, and undefined if nothing was planned or it is not our turn.
   */
  due(choices: readonly Choice[]): Choice | null | undefined {
    this.touched = []
    const { planned } = this
    if (!planned || !choices.length) return undefined
    this.planned = null
    return choices.find((choice) => same(choice, planned)) ?? null
  }
}
