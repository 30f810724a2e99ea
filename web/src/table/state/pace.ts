// The pace of other players' moves: slow enough to follow, faster when many are waiting.

import type { Pace } from '../../browser/prefs.svelte'

const HOLD: Record<Pace, number> = { instant: 0, quick: 350, unhurried: 900 }

/** Milliseconds by which the display may lag behind the table before moves are shown faster. */
export const LAG: Record<Pace, number> = { instant: 0, quick: 2500, unhurried: 6000 }

/**
 * The time in milliseconds after our last decision by which the moves of others are shown, so that it is our turn
 * again: several moves in a row are shown faster, whatever their number.
 */
export const ROUND: Record<Pace, number> = { instant: 0, quick: 4000, unhurried: 8000 }

/** The shortest time that a move stays on screen while others are queued behind it. */
const LEAST = 40

/** Milliseconds for which a move stays on screen while `waiting` more are queued behind it. */
export function hold(pace: Pace, waiting: number): number {
  const full = HOLD[pace]
  return waiting <= 3 ? full : Math.round((full * 3) / waiting)
}

/** How many times as long as others a step of a move stays on screen. */
export const lengthOf = (step: { brief?: boolean }): number => (step.brief ? 0.5 : 1)

/**
 * Milliseconds for which each step of one move stays on screen. Together they take no longer than the moves of all
 * others.
 */
export function holdsOf(pace: Pace, steps: readonly { brief?: boolean }[]): number[] {
  const times = steps.map((step) => HOLD[pace] * lengthOf(step))
  const all = times.reduce((sum, time) => sum + time, 0)
  return all > ROUND[pace] ? times.map((time) => Math.round((time * ROUND[pace]) / all)) : times
}

/** Shows updates one after another; while the page is hidden, the newest one at once. */
export class Queue<T> {
  private waiting: T[] = []
  private timer: ReturnType<typeof setTimeout> | null = null
  private shownAt = -Infinity
  private pause = 1
  /** The time since which something has been waiting. */
  private since = 0
  /** The time at which we began to wait for our turn; null for a spectator. */
  private begun: number | null = null
  /** The time at which a person stopped the moves; null if they go on. */
  private halted: number | null = null

  constructor(
    private readonly show: (item: T, more: number) => void,
    private readonly pace: () => Pace,
    private readonly now: () => number = () => performance.now(),
    /** How many times longer than others this item stays. */
    private readonly pauseOf: (item: T) => number = () => 1,
  ) {}

  get length(): number {
    return this.waiting.length
  }

  /** `urgent` items (one's own move, a new connection) do not wait for the clock. */
  push(item: T, urgent = false): void {
    if (!this.waiting.length) this.since = this.now()
    this.waiting.push(item)
    this.schedule(urgent)
  }

  /** Starts the time that others have until it is our turn again. */
  begin(): void {
    this.begun = this.now()
  }

  /** Keeps the item on screen until `goOn`, unless an urgent one comes. */
  halt(): void {
    this.halted ??= this.now()
    this.stop()
  }

  goOn(): void {
    if (this.halted === null) return
    this.shownAt += this.now() - this.halted
    this.since = this.now()
    this.halted = null
    if (this.waiting.length) this.schedule(false)
  }

  /** Drops waiting items and shows this one now. */
  replace(item: T): void {
    this.stop()
    this.halted = null
    this.waiting = []
    this.shownAt = this.now()
    this.pause = this.pauseOf(item)
    this.show(item, 0)
  }

  /** Removes and returns the waiting items. */
  take(): T[] {
    this.stop()
    return this.waiting.splice(0)
  }

  stop(): void {
    if (this.timer !== null) clearTimeout(this.timer)
    this.timer = null
  }

  private schedule(urgent: boolean): void {
    if (this.halted !== null && !urgent) return
    if (this.timer !== null) {
      if (!urgent || this.waiting.length > 1) return
      this.stop()
    }
    const due = this.shownAt + this.stay() - this.now()
    if (urgent && this.waiting.length === 1) this.next()
    else this.timer = setTimeout(() => this.next(), Math.max(0, due))
  }

  /** The time for which the item on screen stays, so that the waiting ones are shown before the lag is too long. */
  private stay(): number {
    const pace = this.pace()
    const left = Math.max(0, this.due(pace) - this.now())
    const share = Math.max(LEAST, left / this.waiting.length)
    return Math.min(this.pause * hold(pace, this.waiting.length), share)
  }

  /**
   * The time by which all waiting items are shown. After a long decision of a player less time is left, but enough to
   * see the move.
   */
  private due(pace: Pace): number {
    const round = this.begun === null ? Infinity : this.begun + ROUND[pace]
    return Math.max(this.since + LAG[pace] / 3, Math.min(this.since + LAG[pace], round))
  }

  private next(): void {
    this.timer = null
    const item = this.waiting.shift()
    if (item === undefined) return
    this.shownAt = this.now()
    this.pause = this.pauseOf(item)
    this.show(item, this.waiting.length)
    if (this.waiting.length > 0) this.schedule(false)
  }
}
