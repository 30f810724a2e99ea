// Short messages: notices of the server to everybody, and errors.

import type { Drawer } from '../../browser/storage.svelte'

const NOTICED = 'cogtable-noticed'
/** The time in milliseconds for which an error is shown. */
export const SAID = 6000

export class Notices {
  /** The error shown; empty for none. */
  toast = $state('')
  private notice = $state('')
  private noticed = $state('')
  /** The notice for everybody at the table, unless it was dismissed. */
  standing: string = $derived(this.notice === this.noticed ? '' : this.notice)

  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly kept: Drawer) {
    this.noticed = kept.getItem(NOTICED) ?? ''
  }

  say(words: string): void {
    this.toast = words
    clearTimeout(this.timer)
    this.timer = setTimeout(() => (this.toast = ''), SAID)
  }

  /** Stores a notice of the server. */
  receive(notice: string): void {
    this.notice = notice
  }

  /** Dismisses the notice, also for other tables with the same one. */
  putAway(): void {
    this.noticed = this.notice
    this.kept.setItem(NOTICED, this.notice)
  }
}
