// Detects whether the server still answers. When the network fails, a page gets no event: messages just stop coming.

/** Milliseconds between two pings. */
export const BEAT = 2500

/**
 * The number of beats that can pass without a message: before the first message, while the connection is opened, and
 * later.
 */
const PATIENCE = { first: 4, later: 2 }

export class Heartbeat {
  private timer: ReturnType<typeof setTimeout> | null = null
  private due = 0
  private silent = 0
  private heard = false
  private patience = PATIENCE.first

  constructor(
    private readonly ask: () => void,
    private readonly lost: () => void,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Starts watching a new connection. */
  start(): void {
    this.patience = PATIENCE.first
    this.heard = false
    this.silent = 0
    this.schedule()
  }

  /** A message arrived. */
  hear(): void {
    this.patience = PATIENCE.later
    this.heard = true
  }

  /** Pings at once and counts from now on, for example when the page becomes visible again. */
  probe(): void {
    if (this.timer === null) return
    this.heard = false
    this.silent = 0
    this.ask()
    this.schedule()
  }

  stop(): void {
    if (this.timer !== null) clearTimeout(this.timer)
    this.timer = null
  }

  private schedule(): void {
    this.stop()
    this.due = this.now() + BEAT
    this.timer = setTimeout(() => this.beat(), BEAT)
  }

  private beat(): void {
    // In a background tab, or after the machine slept, beats come late, and silence has no meaning.
    const late = this.now() - this.due > BEAT / 2
    this.silent = this.heard || late ? 0 : this.silent + 1
    this.heard = false
    this.timer = null
    if (this.silent >= this.patience) return this.lost()
    this.ask()
    this.schedule()
  }
}
