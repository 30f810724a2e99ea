// The lesson at a table: the coach's current text, and its answers to wrong touches.

import type { FromServer, Lesson, View } from '../../types'
import type { Playback } from './playback.svelte'

type Update = Extract<FromServer, { type: 'update' }>

/** The answer of the coach to a wrong touch; `times` counts the wrong touches so far. */
interface Reply {
  lesson: Lesson
  piece: string
  /** The lesson's own text about the piece; empty if it has none. */
  words: string
  times: number
}

/** The number of wrong touches after which the coach offers to show the move. */
export const PATIENCE = 3

export class Coach {
  private readonly steps = new WeakMap<View, Lesson>()
  private last = $state.raw<Reply | null>(null)

  /** The step of the lesson in the current view; null without a lesson. */
  lesson: Lesson | null = $derived.by(() => {
    const { past, present } = this.playback
    return (!past && present && this.steps.get(present)) || null
  })
  /** Whether the coach waits for the learner: while bots move, it is silent. */
  speaks: boolean = $derived(!!this.lesson?.words)
  reply: Reply | null = $derived(this.last?.lesson === this.lesson ? this.last : null)

  constructor(
    private readonly playback: Pick<Playback, 'past' | 'present'>,
    private readonly send: (step: number) => void,
  ) {}

  /** Stores the step that came with a view until that view is shown. */
  receive({ view, lesson }: Update): void {
    if (lesson) this.steps.set(view, lesson)
  }

  /** Whether the lesson ended between two views. */
  ends(before: View | null, view: View): boolean {
    return !!before && this.steps.has(before) && !this.steps.has(view)
  }

  /** Moves on from a step that asks for no action, or back by one. */
  turn(by: 1 | -1): void {
    if (this.lesson) this.send(this.lesson.step + by)
  }

  /** Answers a touch on something that the step doesn't ask for. */
  answer(piece: string): void {
    const { lesson } = this
    if (!lesson?.words) return
    const words = lesson.later?.find((each) => each.piece === piece)?.words ?? ''
    this.last = { lesson, piece, words, times: (this.reply?.times ?? 0) + 1 }
  }
}
