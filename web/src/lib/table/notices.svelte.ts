// What a person is told in passing: by the server to everybody, and of what just went wrong.

const NOTICED = 'cogtable-noticed'
/** Milliseconds for which something is said. */
export const SAID = 6000

export class Notices {
  /** What just went wrong; empty for nothing. */
  toast = $state('')
  private notice = $state('')
  private noticed = $state('')
  /** What everybody at the table should know, unless it was put away. */
  standing: string = $derived(this.notice === this.noticed ? '' : this.notice)

  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly kept: Pick<Storage, 'getItem' | 'setItem'>) {
    this.noticed = kept.getItem(NOTICED) ?? ''
  }

  say(words: string): void {
    this.toast = words
    clearTimeout(this.timer)
    this.timer = setTimeout(() => (this.toast = ''), SAID)
  }

  /** What the server wants everybody to know now. */
  receive(notice: string): void {
    this.notice = notice
  }

  /** Puts the notice away, also for other tables that say the same. */
  putAway(): void {
    this.noticed = this.notice
    this.kept.setItem(NOTICED, this.notice)
  }
}
