// The clock of a table: the time that each seat has left, counted down between the server's messages.

import type { Clocks, FromServer, Resting } from '../../types'

/** The number of seconds below which time is short: with time for a whole game, and with time for each move. */
const SHORT = { game: 20, move: 3600 }
/** The remaining seconds at which screen readers announce the time. */
const TOLD = [60, 10]
const TICK_MS = 250

export class Timing {
  private state = $state.raw<Clocks | null>(null)
  /** Seconds since the last message of the server. */
  private passed = $state(0)
  private heard = 0
  private timer: ReturnType<typeof setInterval> | undefined

  /** The time control; null without one. */
  control = $derived(this.state?.control ?? null)
  /** The seat that has stopped the clocks; -1 if none has. */
  pausedBy: number = $derived(this.state?.paused_by ?? -1)
  /** The seconds until a pause ends by itself. */
  pausedFor: number = $derived(Math.max(0, (this.state?.paused_s ?? 0) - this.passed))

  constructor(private readonly now: () => number = () => performance.now() / 1000) {}

  receive(message: FromServer): void {
    if (message.type !== 'update' && message.type !== 'occupants') return
    this.state = message.now.clocks ?? null
    this.heard = this.now()
    this.passed = 0
    this.keepTicking()
  }

  close(): void {
    clearInterval(this.timer)
  }

  runs(seat: number): boolean {
    return (this.state?.running?.includes(seat) ?? false) && !this.rest(seat)
  }

  /** Why the clock of a seat stands still although it has to decide, and until when; null if it runs. */
  rest(seat: number): Resting | null {
    const rest = this.state?.resting?.find((each) => each.seat === seat)
    return rest && rest.rest_s > this.passed ? rest : null
  }

  /** The seats whose clocks stand still although they have to decide. */
  resting: Resting[] = $derived(
    (this.state?.resting ?? []).filter(({ rest_s }) => rest_s > this.passed),
  )

  /** The seconds that a seat has left. */
  left(seat: number): number {
    const left = this.state?.left[seat] ?? 0
    if (!this.state?.running?.includes(seat)) return Math.max(0, left)
    const rested = this.state.resting?.find((each) => each.seat === seat)?.rest_s ?? 0
    return Math.max(0, left - Math.max(0, this.passed - rested))
  }

  isShort(seat: number): boolean {
    const { control } = this
    return (
      !!control &&
      this.left(seat) < (control.game_s ? SHORT.game : Math.min(SHORT.move, control.move_s ?? 0))
    )
  }

  /** The remaining seconds to announce; 0 for none. */
  toTell(seat: number): number {
    const left = Math.ceil(this.left(seat))
    return this.runs(seat) && this.control?.game_s && TOLD.includes(left) ? left : 0
  }

  private keepTicking(): void {
    clearInterval(this.timer)
    if (!this.state?.running?.length && this.pausedBy < 0) return
    this.timer = setInterval(() => (this.passed = this.now() - this.heard), TICK_MS)
  }
}

/** Time that has passed, as on a stopwatch: "0:48". */
export function elapsed(seconds: number): string {
  const whole = Math.floor(seconds)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

/** Time as on a clock: "4:05", "0:09.4" at the very end, "2 d 5 h" for long times. */
export function countdown(seconds: number): string {
  const DAY = 86_400
  if (seconds >= DAY) {
    const hours = Math.floor((seconds % DAY) / 3600)
    return `${Math.floor(seconds / DAY)} d${hours ? ` ${hours} h` : ''}`
  }
  const two = (n: number) => String(n).padStart(2, '0')
  if (seconds < 10) return `0:0${(Math.floor(seconds * 10) / 10).toFixed(1)}`
  const whole = Math.ceil(seconds)
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60]
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`
}
