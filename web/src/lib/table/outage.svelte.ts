// What is said of a connection that is gone: nothing of a short one, and that it is back after a
// longer.

/** Milliseconds before it is said, and for which it is said that all is well again. */
export const PATIENCE = 2000
export const RELIEF = 2000

export class Outage {
  /** Whether the connection has been gone for so long that it should be said. */
  shown = $state(false)
  /** Whether it has just come back. */
  over = $state(false)

  private gone = false
  private timer: ReturnType<typeof setTimeout> | undefined

  turn(connected: boolean): void {
    if (this.gone === !connected) return
    this.gone = !connected
    clearTimeout(this.timer)
    if (this.gone) {
      this.over = false
      this.timer = setTimeout(() => (this.shown = true), PATIENCE)
    } else if (this.shown) {
      this.shown = false
      this.over = true
      this.timer = setTimeout(() => (this.over = false), RELIEF)
    }
  }

  close(): void {
    clearTimeout(this.timer)
  }
}
