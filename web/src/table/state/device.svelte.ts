// Several people at one device: who should have it now, and whether a curtain must hide the table while
// it is passed on.

import type { FromServer, View } from '../../types'
import type { Connection } from './connection.svelte'
import type { Playback } from './playback.svelte'
import type { Seating } from './seating.svelte'
import type { Submission } from './submission.svelte'

/** What everybody may see, as while the device is passed on. */
const NOBODY = -1

export interface Surroundings {
  connection: Pick<Connection, 'connected' | 'send'>
  seating: Pick<Seating, 'yours' | 'started' | 'at'>
  playback: Pick<Playback, 'present' | 'newest' | 'past' | 'waiting' | 'rolling'>
  submission: Pick<Submission, 'busy'>
}

export class Device {
  /** Whether those at this device know different things now. */
  curtain = $state(false)
  shared: boolean = $derived.by(() => this.around.seating.yours.length > 1)
  /** The seats whose turn it is to have the device; empty while only others play. */
  next: number = $derived.by(() => this.nextOf(this.around.playback.newest))
  /** The seat to show instead of the present one; null if the present one is right. */
  wanted: number | null = $derived.by(() => (this.shared ? this.change() : null))
  /** The seat that gets the device, while the curtain is closed; -1 otherwise. */
  passing: number = $derived.by(() => {
    const view = this.around.playback.present
    const closed = this.shared && this.curtain && view?.seat === NOBODY && !view.over
    return closed && this.around.seating.started ? this.next : NOBODY
  })

  constructor(private readonly around: Surroundings) {}

  receive(message: FromServer): void {
    if (message.type === 'update') this.curtain = message.curtain ?? false
  }

  /** Shows the table as a seat sees it. */
  switch(seat: number): void {
    this.around.connection.send({ type: 'switch', seat })
  }

  private nextOf(view: View | null): number {
    const { seating } = this.around
    if (!view || view.over) return NOBODY
    const asked = seating.yours.filter(
      (seat) => view.waiting.includes(seat) && !seating.at(seat)?.taken_over_by,
    )
    return asked.includes(view.seat) ? view.seat : (asked[0] ?? NOBODY)
  }

  private change(): number | null {
    const { connection, seating, playback, submission } = this.around
    const view = playback.newest
    const settled = !playback.waiting && !playback.rolling && !playback.past && !submission.busy
    if (!view || !connection.connected || !seating.started || !settled) return null
    if (view.over) return view.seat === NOBODY ? null : NOBODY
    if (this.next === NOBODY || this.next === view.seat) return null
    if (!this.curtain) return this.next
    return view.seat === NOBODY ? null : NOBODY
  }
}
