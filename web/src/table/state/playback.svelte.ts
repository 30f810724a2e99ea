// The view that is shown: moves one after another at a pace people can follow, or an earlier position.

import { told } from './log'
import type { Pace } from '../../browser/prefs.svelte'
import { holdsOf, lengthOf, Queue } from './pace'
import { sameRevision } from '../../net/revision'
import type { AnyPart, Line, Piece, Preview, View } from '../../types'

interface Viewer {
  pace(): Pace
  /** Whether the person prefers no motion. */
  still(): boolean
  /** Called before a view replaces another. */
  show(view: View, before: View | null): void
}

/** Whether two views are of the same move. */
export function sameMoves(one: View | null, other: View | null): boolean {
  return sameRevision(one, other) && one?.seat === other?.seat && one?.over === other?.over
}

/** Whether a step of a move is shown on a stage: then it can be paused, and is shown without motion too. */
function isStaged({ ghosts = [] }: Preview, { parts }: View): boolean {
  const zone = (id: string) => parts.find((part) => part.id === id)
  return ghosts.some((ghost) => {
    const part = zone(ghost.zone)
    return part?.part === 'zone' && part.shape === 'stage'
  })
}

/** How many times longer than others a view stays when more moves follow. */
function pauseOf(view: View): number {
  const staged = (view.frames ?? []).filter((frame) => isStaged(frame, view))
  return Math.max(
    view.pause ?? 1,
    staged.reduce((sum, frame) => sum + lengthOf(frame), 0),
  )
}

export class Playback {
  /** The view shown. */
  present = $state.raw<View | null>(null)
  /** An earlier position, shown instead. */
  past = $state.raw<View | null>(null)
  /** The last view received, which may not be shown yet. */
  newest = $state.raw<View | null>(null)
  /** The number of views that wait to be shown. */
  waiting = $state(0)
  log = $state.raw<Line[]>([])
  /** The index of the frame that is being shown; the number of frames once all have been shown. */
  frame = $state(0)
  /** Whether the frames of a view are being shown one after another. */
  rolling: boolean = $derived.by(() => this.frame < (this.present?.frames?.length ?? 0))
  /** The step of the last move that is on the stage; null if the stage is empty. */
  staged: Preview | null = $derived.by(() => {
    const step = this.past ? undefined : this.present?.frames?.[this.frame]
    return step && isStaged(step, this.present!) ? step : null
  })
  /** Whether a person has stopped the steps and the moves that follow. */
  paused = $state(false)
  /** Counts the moves shown, for code that runs once per move. */
  moves = $state(0)

  view: View | null = $derived(this.past ?? this.present)
  /** The log; for an earlier position, as it was then. */
  lines: Line[] = $derived.by(() => {
    const end = this.past?.ply ?? Infinity
    return this.past ? this.log.filter((line) => line.ply <= end) : this.log
  })
  /** The text about pieces in the newest group of the log. */
  told: Map<string, string> = $derived(told(this.lines))

  private readonly queue: Queue<View>
  private timer: ReturnType<typeof setTimeout> | null = null
  private holds: number[] = []

  constructor(
    private readonly viewer: Viewer,
    now?: () => number,
  ) {
    this.queue = new Queue(
      (view, more) => this.show(view, more),
      () => viewer.pace(),
      now,
      pauseOf,
    )
  }

  piece(id: string): Piece | undefined {
    return this.view?.pieces.find((piece) => piece.id === id)
  }

  part(id: string): AnyPart | undefined {
    return this.view?.parts.find((part) => part.id === id)
  }

  /** Shows the first view of a connection, which has the whole log, at once. */
  start(view: View): void {
    this.newest = view
    this.queue.replace(view)
  }

  /** Shows a view at once; the log has the skipped moves. */
  skipTo(view: View): void {
    this.newest = view
    for (const skipped of this.queue.take()) this.learn(skipped)
    this.queue.replace(view)
  }

  /** Whether moves wait to be shown, or the steps of one. */
  get behind(): boolean {
    return this.waiting > 0 || this.timer !== null || this.paused
  }

  /** Shows the current state of the table; the log has the skipped moves. */
  skip(): void {
    if (this.waiting && this.newest) this.skipTo(this.newest)
    this.stop()
    this.frame = this.present?.frames?.length ?? 0
    this.goOn()
  }

  /** Keeps the step on the stage until `goOn`. */
  pause(): void {
    this.paused = true
    this.stop()
    this.queue.halt()
  }

  goOn(): void {
    if (!this.paused) return
    this.paused = false
    this.queue.goOn()
    this.step()
  }

  /** Shows a view in turn, or at once if it is of the same move. */
  follow(view: View): void {
    this.newest = view
    this.queue.push(view, sameRevision(view, this.present))
    this.waiting = this.queue.length
  }

  close(): void {
    this.stop()
    this.queue.stop()
  }

  private learn({ log = [], log_from = 0 }: View): void {
    this.log = [...this.log.slice(0, log_from), ...log]
  }

  private show(view: View, more: number): void {
    const before = this.present
    if (before && before.waiting.includes(before.seat)) this.queue.begin()
    this.learn(view)
    this.present = view
    this.waiting = more
    if (!sameMoves(before, view)) {
      this.moves++
      this.roll(view, before === null)
    }
    this.viewer.show(view, before)
  }

  /** Shows the frames of a view one after another and then none, or none of them. */
  private roll(view: View, none: boolean): void {
    this.stop()
    if (this.paused) this.queue.goOn()
    this.paused = false
    const frames = view.frames ?? []
    const still = this.viewer.still() && !frames.some((frame) => isStaged(frame, view))
    this.holds = holdsOf(this.viewer.pace(), frames)
    this.frame = none || still ? frames.length : 0
    this.step()
  }

  /** Waits for the end of the current frame. The last one stays on the stage while more moves wait. */
  private step(): void {
    const time = this.holds[this.frame]
    if (time === undefined || this.timer !== null) return
    this.timer = setTimeout(() => {
      this.timer = null
      if (this.staged && this.waiting && this.frame === this.holds.length - 1) return
      this.frame++
      this.step()
    }, time)
  }

  private stop(): void {
    if (this.timer !== null) clearTimeout(this.timer)
    this.timer = null
  }
}
