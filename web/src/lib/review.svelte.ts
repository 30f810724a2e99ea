// A game that is over, gone through again: its analysis as it grows, and the position that is looked at.

import { hold } from './pace'
import { prefs } from './prefs.svelte'
import type { Table } from './table.svelte'
import type { FromServer, Moment, View } from './types'

export class Review {
  moments = $state.raw<Moment[]>([])
  /** How many positions there will be. */
  total = $state(0)
  trouble = $state('')
  /** How many moves had been played in the position that is looked at, and that position once it has come. */
  ply = $state(0)
  view = $state.raw<View | null>(null)
  playing = $state(false)
  /** How many moves the game had. */
  readonly last: number
  complete: boolean = $derived(this.total > 0 && this.moments.length === this.total)

  private readonly views = new Map<number, View>()
  private asked = -1
  private looked = -1
  private timer: ReturnType<typeof setInterval> | null = null

  constructor(private readonly table: Table) {
    const end = table.update!.view
    this.last = this.ply = end.ply
    this.views.set(end.ply, end)
    this.view = end
    table.takers.add(this.take)
  }

  close(): void {
    this.stop()
    this.table.takers.delete(this.take)
    this.table.past = null
  }

  /** Asks for the analysis, also after the connection was lost. */
  ask(): void {
    this.trouble = ''
    this.looked = -1
    this.asked = this.table.send({ type: 'analyse' })
    if (!this.views.has(this.ply)) this.look()
  }

  /** Goes to the position after `ply` moves. */
  go(ply: number): void {
    this.ply = Math.max(0, Math.min(this.last, ply))
    const known = this.views.get(this.ply)
    if (known) this.view = known
    else if (this.looked < 0) this.look()
  }

  play(): void {
    if (this.ply === this.last) this.go(0)
    this.playing = true
    this.timer = setInterval(() => {
      if (this.view?.ply !== this.ply) return // it has not come yet
      this.go(this.ply + 1)
      if (this.ply === this.last) this.stop()
    }, hold(prefs.pace, 0))
  }

  stop(): void {
    if (this.timer !== null) clearInterval(this.timer)
    this.timer = null
    this.playing = false
  }

  /** One question at a time: whoever draws over the graph is shown where the pointer came to rest. */
  private look(): void {
    this.looked = this.table.send({ type: 'look', ply: this.ply })
  }

  private readonly take = (message: FromServer): boolean => {
    if (message.type === 'analysis') {
      this.total = message.total
      this.moments = [...this.moments.slice(0, message.first), ...message.moments]
      return true
    }
    if (message.type === 'position') {
      this.views.set(message.ply, message.view)
      this.looked = -1
      if (message.ply === this.ply) this.view = message.view
      else this.go(this.ply)
      return true
    }
    if (message.type !== 'error' || message.id === undefined || ![this.asked, this.looked].includes(message.id)) return false
    if (message.id === this.looked) this.looked = -1
    else this.trouble = message.words
    return true
  }
}
