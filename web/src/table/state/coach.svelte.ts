// The lesson at a table: the coach's current text, and its answers to wrong touches.

import type { Doubt, FromServer, Lesson, View } from '../../types'
import type { Playback } from './playback.svelte'

type Update = Extract<FromServer, { type: 'update' }>

/** The answer of the coach to a wrong touch or a question; `times` counts the wrong touches so far. */
interface Reply {
  lesson: Lesson
  piece: string
  /** The question that it answers; null for other touches. */
  doubt: Doubt | null
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

  /**
   * The lesson that was taken to its end with a view: because it ended, or because its last step only has to be read.
   * Null for none.
   */
  finished(before: View | null, view: View): Lesson | null {
    const [earlier, now] = [before && this.steps.get(before), this.steps.get(view)]
    if (!now) return earlier ?? null
    return now.words && now.step + 1 === now.steps && (now.action ?? -1) < 0 ? now : null
  }

  /** Moves on from a step that asks for no action, or back by one. */
  turn(by: 1 | -1): void {
    if (this.lesson) this.send(this.lesson.step + by)
  }

  /** Answers a touch on something that the step doesn't ask for. */
  answer(piece: string): void {
    const { lesson } = this
    if (!lesson?.words) return
    const times = (this.reply?.times ?? 0) + 1
    const doubt = lesson.doubts?.find((each) => each.pieces?.includes(piece))
    const words = doubt?.answer ?? lesson.later?.find((each) => each.piece === piece)?.words ?? ''
    this.last = { lesson, piece, doubt: doubt ?? null, words, times }
  }

  /** Answers a question of the learner, or takes the answer away. */
  ask(doubt: Doubt): void {
    const { lesson, reply } = this
    if (!lesson) return
    const times = reply?.times ?? 0
    this.last =
      reply?.doubt === doubt
        ? null
        : { lesson, piece: doubt.pieces?.[0] ?? '', doubt, words: doubt.answer, times }
  }
}
