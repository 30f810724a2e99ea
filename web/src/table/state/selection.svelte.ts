// The current choices, the pieces touched so far, and the choices that remain.

import {
  aim,
  complete,
  continuing,
  foremost,
  needed,
  remaining,
  touch,
  touchable,
  type Touched,
} from './choose'
import { revisionOf, sameRevision, type Revision } from '../../net/revision'
import type { Choice, FromServer, Piece, Preview, View } from '../../types'
import type { Coach } from './coach.svelte'
import type { Playback } from './playback.svelte'
import type { Seating } from './seating.svelte'
import type { Sheets } from './sheets.svelte'
import type { Submission } from './submission.svelte'
import { t } from '../../i18n'

/** The paper bubble at a piece or zone: why it cannot be chosen, or what is still missing. */
export interface Bubble {
  piece: string
  words: string
  choices: Choice[]
}

/** The functions of the table that a selection needs. */
interface SelectionContext {
  playback: Pick<Playback, 'view' | 'past' | 'newest' | 'waiting' | 'frame' | 'piece' | 'part'>
  seating: Pick<Seating, 'me' | 'started' | 'takenOverBy' | 'resigned' | 'rated'>
  submission: Pick<Submission, 'busy' | 'submit'>
  coach: Pick<Coach, 'lesson' | 'answer'>
  sheets: Pick<Sheets, 'closer' | 'look' | 'submitted'>
  /** Whether the last remaining choice is played without confirmation. */
  atOnce(): boolean
  /** Asks why a piece cannot be chosen. Returns the id that the answer repeats. */
  askWhy(piece: string, seen: Revision): number
  /** Called when something was touched. */
  tick(): void
  /** Plans with a piece that cannot be chosen yet. Returns whether that is possible. */
  plan(piece: string): boolean
}

/** Whether the reader has the same choices: if all act at once, others don't change them. */
function sameChoices(one: View | null, other: View | null): boolean {
  if (one === other || sameRevision(one, other)) return true
  const choices = (view: View | null) => JSON.stringify([view?.seat, view?.choices ?? []])
  return choices(one) === choices(other)
}

export class Selection {
  touched = $state.raw<Touched>([])
  /** The piece under the pointer, and the one with the focus. */
  pointed = $state<string | null>(null)
  focused = $state<string | null>(null)
  /** The choice whose button is under the pointer. */
  considered = $state.raw<Choice | null>(null)
  /** The action that a hint advises; -1 for none. */
  hinted = $state(-1)
  bubble = $state.raw<Bubble | null>(null)

  /** Whether it is our turn to choose. */
  mine: boolean = $derived.by(() => !this.context.playback.past && this.asks(this.view))
  /**
   * The choices: none while older moves are shown, unless those don't change them; in a lesson, only the one it asks
   * for.
   */
  choices: Choice[] = $derived.by(() => {
    const { submission, playback, coach } = this.context
    if (submission.busy || !this.mine || !sameChoices(this.view, playback.newest)) return []
    const choices = this.view?.choices ?? []
    const { lesson } = coach
    return lesson ? choices.filter(({ action }) => action === (lesson.action ?? -1)) : choices
  })
  /** Whether a hint can be requested: not in a rated game between people. */
  advisable: boolean = $derived.by(
    () =>
      this.choices.length > 1 &&
      this.view?.assists !== false &&
      this.context.seating.rated !== 'people',
  )
  left: Choice[] = $derived(remaining(this.choices, this.touched))
  ready: Choice[] = $derived(complete(this.choices, this.touched))
  next: Set<string> = $derived(continuing(this.choices, this.touched))
  open: Set<string> = $derived(touchable(this.choices))
  need: number | null = $derived(needed(this.choices, this.touched))
  first: Choice | null = $derived(foremost(this.choices, this.touched, this.hinted))
  /** The choice that the lesson asks for. */
  private wanted: Choice | null = $derived.by(() =>
    this.context.coach.lesson ? (this.choices[0] ?? null) : null,
  )
  /** The preview of the choice that is under the pointer, selected or asked for. */
  would: Preview | null = $derived.by(() => {
    const { previews = [] } = this.view ?? {}
    const found = [
      this.considered,
      this.only(this.pointed),
      this.only(this.focused),
      this.first,
      this.wanted,
    ]
      .filter((choice) => choice !== null && this.choices.includes(choice))
      .map((choice) => previews.find(({ action }) => action === choice?.action))
      .find((preview) => preview !== undefined)
    return found ?? null
  })
  /**
   * That preview, otherwise the current step of the last move, otherwise the waiting events. For an earlier position,
   * its last step.
   */
  preview: Preview | null = $derived.by(() => {
    const { frames = [], pending } = this.view ?? {}
    const { playback } = this.context
    return this.would ?? (playback.past ? frames.at(-1) : frames[playback.frame]) ?? pending ?? null
  })

  /** The piece whose full text is shown: the one under the pointer, focused, or touched last. */
  read: Piece | undefined = $derived.by(() => {
    const ids = [this.pointed, this.focused, this.bubble?.piece, this.touched.at(-1)]
    return ids
      .map((id) => (id ? this.context.playback.piece(id) : undefined))
      .find((piece) => piece?.face.words)
  })

  /** The pieces that were asked about, by request id. */
  private readonly asked = new Map<number, string>()

  constructor(private readonly context: SelectionContext) {}

  private get view(): View | null {
    return this.context.playback.view
  }

  /** Whether a view asks us to choose. */
  private asks(view: View | null): boolean {
    const { started, takenOverBy } = this.context.seating
    return !!view && !view.over && started && !takenOverBy && view.waiting.includes(view.seat)
  }

  /** Whether a piece is selected, or can be added to the selection. */
  leadsTo(id: string): boolean {
    return this.touched.length > 0 && (this.next.has(id) || this.touched.includes(id))
  }

  /** The choice that touching a piece would complete, if there is exactly one. */
  private only(id: string | null): Choice | null {
    if (id === null || !this.next.has(id)) return null
    const touched = [...this.touched, id]
    const done = complete(this.choices, touched)
    const left = done.length ? done : remaining(this.choices, touched)
    return left.length === 1 ? left[0]! : null
  }

  /** The state of a piece or zone as text, for screen readers. */
  states(id: string): string[] {
    const times = this.touched.filter((touched) => touched === id).length
    const chosen = times > 1 ? t('piece-chosen-times', { n: times }) : t('piece-chosen')
    const states = times ? [chosen] : []
    if (this.mine && !this.open.has(id)) states.push(t('piece-not-now'))
    return states
  }

  /** Whether a piece can be dragged to a zone: some choice contains both. */
  carries(id: string): boolean {
    if (!this.open.has(id) || !this.context.playback.piece(id)) return false
    return remaining(this.choices, [id]).some(({ pieces = [] }) =>
      pieces.some((other) => other !== id && this.isTarget(other)),
    )
  }

  private isTarget(id: string): boolean {
    const part = this.context.playback.part(id)
    return part?.part === 'zone' && !!part.target
  }

  /** The target on which a piece lies: its zone, or the piece under that zone. */
  private under(id: string): string {
    const zone = this.context.playback.part(this.context.playback.piece(id)?.zone ?? '')
    if (zone?.part !== 'zone') return ''
    return zone.target ? zone.id : (zone.on ?? '')
  }

  /** The meaning of a touch: a piece can stand for the target on which it lies. */
  private meant(id: string): string {
    const target = this.under(id)
    return this.isTarget(target) ? aim(this.choices, this.touched, id, target) : id
  }

  /** Whether touching this alone is a choice. */
  decides(id: string): boolean {
    return this.choices.some(({ pieces = [] }) => pieces.length === 1 && pieces[0] === id)
  }

  /** Handles a touch on a piece or zone. */
  touch(touched: string): void {
    if (!this.view) return
    const id = this.meant(touched)
    const bot = this.context.seating.takenOverBy
    if (bot && !this.view.over) {
      const { resigned } = this.context.seating
      const why = resigned ? t('resigned-bot-plays', { bot }) : t('choose-bot-plays-why', { bot })
      this.answer(id, why)
      return
    }
    const result = touch(this.choices, this.touched, id, this.context.atOnce(), this.hinted)
    if (result.kind === 'play') this.act(result.choice)
    else if (result.kind === 'why') this.explain(id)
    else {
      this.context.tick()
      this.touched = result.selection
      const alone = result.selection.length === 1 && result.selection[0] === id
      const note =
        alone && !this.context.coach.lesson ? this.context.playback.piece(id)?.note : undefined
      this.bubble = note ? { piece: id, words: note, choices: remaining(this.choices, [id]) } : null
    }
  }

  /** Selects the advised choice as if its pieces had been touched, if it is still there. */
  advise(action: number): boolean {
    const choice = this.choices.find((each) => each.action === action)
    if (!choice) return false
    this.hinted = action
    this.touched = choice.pieces ?? []
    this.bubble = null
    return true
  }

  clear(): void {
    this.touched = []
    this.hinted = -1
    this.bubble = null
  }

  act(choice: Choice): void {
    if (!this.view || !this.choices.includes(choice)) return
    this.context.submission.submit(choice.action, revisionOf(this.view))
    this.context.sheets.submitted()
    this.bubble = null
  }

  /** Handles a piece dropped on a zone. Returns whether some choice allows it; if not, the zone gives the reason. */
  drop(zone: string): boolean {
    if (!this.view) return false
    const leads = this.next.has(zone)
    if (leads) this.touch(zone)
    else this.explain(zone)
    return leads
  }

  /** Opens the drawer or panel of a piece that cannot be chosen, or asks for the reason. */
  private explain(id: string): void {
    const { playback, seating, submission, sheets, coach } = this.context
    const part = playback.part(id)
    const opens = playback.piece(id)?.opens || (part?.part === 'zone' && part.opens) || ''
    if (sheets.closer(opens)) {
      this.bubble = null
      sheets.look(opens)
      return
    }
    if (coach.lesson) {
      coach.answer(id)
      return
    }
    const unsettled = playback.waiting > 0 && !this.choices.length
    if (playback.past || submission.busy || unsettled) return
    if (seating.me < 0) {
      this.answer(id, t('choose-watching-why'))
      return
    }
    this.bubble = null
    if (this.context.plan(id)) return
    this.ask(id)
  }

  /** Asks why a piece cannot be chosen. */
  ask(id: string): void {
    if (this.view) this.asked.set(this.context.askWhy(id, revisionOf(this.view)), id)
  }

  private answer(piece: string, words: string): void {
    this.bubble = { piece, words, choices: [] }
  }

  /** Shows the server's answer why a piece cannot be chosen, which can be empty. */
  receive(message: FromServer): void {
    if (message.type !== 'reason' && message.type !== 'error') return
    const piece = this.asked.get(message.id ?? -1)
    this.asked.delete(message.id ?? -1)
    if (piece && message.type === 'reason' && message.words) this.answer(piece, message.words)
  }

  /** Whether a new view changes our choices. */
  overtakenBy(view: View): boolean {
    const still = this.mine && !this.context.submission.busy && view.waiting.includes(view.seat)
    return still && !sameRevision(view, this.view) && !sameChoices(this.view, view)
  }

  /**
   * Another move is shown; `own` if it follows from ours. Returns whether the selection is kept, and whether our turn
   * has just begun.
   */
  moved(before: View | null, view: View, own: boolean): { kept: boolean; begins: boolean } {
    const was = this.asks(before)
    const kept = was && !own && before?.seat === view.seat && sameChoices(before, view)
    if (!kept) {
      this.clear()
      this.pointed = null
    }
    this.considered = null
    return { kept, begins: this.mine && !was }
  }
}
