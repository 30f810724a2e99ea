// One tournament as its page shows it: polled regularly, and changed by its buttons.

import { wordsOf } from '../../net/api'
import { keepSecret, secretOf } from '../../browser/prefs.svelte'
import { leadsNowhere } from '../../browser/route.svelte'
import { myTable } from './standings'
import { tournaments } from './tournaments'
import type { Tournament } from '../../types'

/** The polling interval in milliseconds. */
const EVERY = 3000

export class TournamentPage {
  /** The server's last answer; null before. */
  found = $state.raw<Tournament | null>(null)
  trouble = $state('')
  busy = $state(false)
  /** The server's time in seconds since 1970, which advances every second. */
  now = $state(Date.now() / 1000)
  private ahead = 0
  private readonly timers: ReturnType<typeof setInterval>[] = []

  constructor(
    readonly id: string,
    private readonly ready: () => void,
  ) {
    void this.load()
    this.timers.push(
      setInterval(() => (this.now = Date.now() / 1000 + this.ahead), 1000),
      // In a background tab too, because people wait there for a table.
      setInterval(() => void this.load(), EVERY),
    )
  }

  stop(): void {
    for (const timer of this.timers) clearInterval(timer)
  }

  async load(): Promise<void> {
    if (this.busy) return
    try {
      this.take(await tournaments.see(this.id))
      this.trouble = ''
    } catch (error) {
      if (!leadsNowhere(error, 'tournament')) this.trouble = wordsOf(error)
    }
  }

  join(name: string): Promise<void> {
    return this.attempt(async () => {
      await tournaments.join(this.id, name)
      this.take(await tournaments.see(this.id))
    })
  }

  change(what: 'withdraw' | 'return' | 'forfeit' | 'next' | 'end', number?: number): Promise<void> {
    return this.attempt(async () => this.take(await tournaments.change(this.id, what, number)))
  }

  private take(found: Tournament): void {
    const before = this.found
    // Answers can arrive out of order.
    if ((found.now ?? 0) < (before?.now ?? 0)) return
    this.found = found
    this.ahead = (found.now ?? 0) - Date.now() / 1000
    this.now = found.now ?? 0
    const mine = myTable(found)
    const secret = secretOf(this.id)
    // All our seats have the same secret.
    for (const table of found.tables)
      if (secret && table.table && table.players.includes(found.me ?? -1) && !secretOf(table.table))
        keepSecret(table.table, secret)
    if (before && mine && myTable(before)?.table !== mine.table) this.ready()
  }

  private async attempt(what: () => Promise<void>): Promise<void> {
    if (this.busy) return
    this.busy = true
    this.trouble = ''
    try {
      await what()
    } catch (error) {
      this.trouble = wordsOf(error)
    }
    this.busy = false
  }
}
