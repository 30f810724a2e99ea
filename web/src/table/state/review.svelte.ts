// The review of a finished game: its analysis as it arrives, and the position shown.

import { lost, worst } from './losses'
import { hold } from './pace'
import { engineFor, type Engine } from '../../engine/engine'
import { prefs } from '../../browser/prefs.svelte'
import type { Connection } from './connection.svelte'
import type { Playback } from './playback.svelte'
import type {
  FromServer,
  Line,
  AnalysedPosition,
  Cause,
  VariantInfo,
  Verdict,
  View,
  Words,
} from '../../types'

/** A move of the game, by the number of the position before it. */
export interface Played {
  ply: number
  /** The seat that played it; -1 if that is not known. */
  seat: number
  /** The move in words, without who played it; empty if the reader may not know it. */
  words: Words
  /** Whether the text describes the seat's action, so that its name goes before it. */
  deed: boolean
  /** Its heading in the log ("Round 16"); empty for none. */
  group: Words
  /** The verdict, once the analysis has reached the move. */
  verdict: Verdict | undefined
  loss: number
}

/** How many of the costliest moves are marked. */
const MARKED = 3

/** The functions of a table that a review needs. */
interface Reviewed {
  review: Review | null
  connection: Connection
  playback: Playback
  variant: VariantInfo | null
}

/** The review of a finished game. A table has only one, however many panels show it. */
export function reviewOf(table: Reviewed): Review {
  // Derived values end with the component that makes them, but the review outlives the first one that shows it.
  $effect.root(() => {
    table.review ??= new Review(table.connection, table.playback, table.variant?.key)
  })
  return table.review!
}

export class Review {
  positions = $state.raw<AnalysedPosition[]>([])
  /** The expected number of positions. */
  total = $state(0)
  /** Whether the analysis is waiting for the server to compile the game. */
  warming = $state(false)
  trouble = $state('')
  /** Why the reader did not win, if a difference to the winner stands out. */
  cause = $state.raw<Cause | null>(null)
  /** The number of the position shown, and its view once it has arrived. */
  ply = $state(0)
  view = $state.raw<View | null>(null)
  playing = $state(false)
  /** The number of moves in the game. */
  readonly last: number
  complete: boolean = $derived(this.total > 0 && this.positions.length === this.total)
  moves: Played[] = $derived.by(() =>
    Array.from({ length: this.last }, (_, ply) => this.played(ply)),
  )
  /** The positions before the costliest moves. */
  marked: number[] = $derived(worst(this.positions, MARKED))
  /** The move played from the position shown; undefined at the end. */
  now: Played | undefined = $derived(this.moves[this.ply])

  private told: Map<number, Line[]> = $derived.by(() => {
    const found = new Map<number, Line[]>()
    for (const line of this.playback.log)
      found.set(line.ply, [...(found.get(line.ply) ?? []), line])
    return found
  })

  private readonly views = new Map<number, View>()
  private asked = -1
  private asking = false
  private looked = -1
  private engine: Engine | null = null
  /** Ends the searches of this page. */
  private searching = new AbortController()
  private timer: ReturnType<typeof setInterval> | null = null
  private readonly stopListening: () => void

  constructor(
    private readonly connection: Pick<Connection, 'send' | 'listen'>,
    private readonly playback: Pick<Playback, 'present' | 'past' | 'log'>,
    private readonly variant?: string,
  ) {
    const end = playback.present!
    this.last = this.ply = end.ply
    this.views.set(end.ply, end)
    this.view = end
    this.stopListening = connection.listen(this.take)
  }

  /** Stops showing an earlier position. */
  leave(): void {
    this.stop()
    this.playback.past = null
  }

  close(): void {
    this.leave()
    this.searching.abort()
    this.stopListening()
  }

  /** Continues the analysis as long as there is a connection. */
  follow(connected: boolean): void {
    if (!connected) {
      this.asking = false
      this.searching.abort()
    } else if (!this.asking && !this.complete) void this.ask()
  }

  /** Requests the analysis, also after a reconnection. */
  async ask(): Promise<void> {
    this.asking = true
    this.trouble = ''
    this.looked = -1
    this.searching.abort()
    const { signal } = (this.searching = new AbortController())
    this.engine = await engineFor(this.playback.present!.game, this.variant)
    if (signal.aborted) return
    const searches = this.engine ? { engine: this.engine.digests } : {}
    this.asked = this.connection.send({ type: 'analyse', ...searches })
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
    this.stop()
    this.playing = true
    this.timer = setInterval(
      () => {
        if (this.view?.ply !== this.ply) return // it has not arrived yet
        this.go(this.ply + 1)
        if (this.ply === this.last) this.stop()
      },
      hold(prefs.pace === 'instant' ? 'quick' : prefs.pace, 0),
    )
  }

  stop(): void {
    if (this.timer !== null) clearInterval(this.timer)
    this.timer = null
    this.playing = false
  }

  private played(ply: number): Played {
    const verdict = this.positions[ply]?.move ?? undefined
    // A move can also reveal earlier moves of others. Remarks that belong to no move, such as a resignation, are not
    // its text.
    const lines = (this.told.get(ply + 1) ?? []).filter((line) => !line.outside)
    const seat = verdict?.seat ?? lines[0]?.seat ?? -1
    const line = lines.find((line) => line.seat === seat)?.words
    const deed = line?.replace(/^\[\[seat:\d+\]\] /, '')
    return {
      ply,
      seat,
      words: deed ?? verdict?.words ?? '',
      deed: deed === undefined || deed !== line,
      group: lines[0]?.group ?? '',
      verdict,
      loss: verdict ? lost(verdict) : 0,
    }
  }

  /** One request at a time: dragging over the graph shows the position where the pointer stops. */
  private look(): void {
    this.looked = this.connection.send({ type: 'look', ply: this.ply })
  }

  private readonly take = (message: FromServer): boolean => {
    if (message.type === 'analysis') {
      this.total = message.total
      this.warming = message.warming ?? false
      if (message.first === 0) this.cause = message.cause ?? null
      this.positions = [...this.positions.slice(0, message.first), ...message.positions]
      return true
    }
    if (message.type === 'search' && message.id === this.asked) {
      void this.engine
        ?.answer(message, this.searching.signal)
        .then((answer) => this.connection.send(answer))
      return true
    }
    if (message.type === 'position') {
      this.views.set(message.ply, message.view)
      this.looked = -1
      if (message.ply === this.ply) this.view = message.view
      else this.go(this.ply)
      return true
    }
    if (
      message.type !== 'error' ||
      message.id === undefined ||
      ![this.asked, this.looked].includes(message.id)
    )
      return false
    if (message.id === this.looked) this.looked = -1
    else this.trouble = message.words
    return true
  }
}
