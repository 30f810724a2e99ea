// The notice of a lost connection: none for a short outage; after a longer one, that the connection is back.

/** The time in milliseconds until an outage is shown, and for which its end is shown. */
export const PATIENCE = 2000
export const RELIEF = 2000

export class Outage {
  /** Whether the connection has been gone long enough to say so. */
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
