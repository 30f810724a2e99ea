// Conditional moves: what we play after certain moves of others, in games over days. The server stores and plays them;
// here they are shown and composed.

import { revisionOf, sameRevision, type Revision } from '../../net/revision'
import type { FromServer, LineChoices, LineMove, View } from '../../types'
import type { Connection } from './connection.svelte'
import { t } from '../../i18n'

/** In place of a seat and an action: whatever others play. */
export const ANYTHING: LineMove = { seat: -1, action: -1, words: '' }

export class Conditional {
  /** Our lines, from the present position on; null where there can be none. */
  lines = $state.raw<LineMove[][] | null>(null)
  /** Why a line was dropped. */
  dropped = $state('')
  /** The line that is being composed. */
  draft = $state.raw<LineMove[]>([])
  /** What can be played after it; null until the server has answered. */
  choices = $state.raw<LineChoices | null>(null)
  private asked = $state(-1)
  private sent = $state(-1)
  private about: Revision | null = null

  /** Whether an answer is awaited. */
  busy: boolean = $derived(this.asked >= 0 || this.sent >= 0)
  /** Whether the line that is being composed can be kept: its last move is ours. */
  complete: boolean = $derived.by(
    () => this.draft.at(-1)?.seat === this.playback.newest?.seat && this.draft.length > 1,
  )

  constructor(
    private readonly connection: Pick<Connection, 'send'>,
    private readonly playback: { readonly newest: View | null },
    private readonly say: (words: string) => void,
  ) {}

  /** Whether we can plan now: others decide. */
  get possible(): boolean {
    const { newest } = this.playback
    return !!newest && !newest.over && !newest.waiting.includes(newest.seat)
  }

  /** Begins another line. */
  begin(): void {
    this.draft = []
    this.ask()
  }

  /** Adds a move to the line that is being composed. */
  add(move: LineMove): void {
    this.draft = [...this.draft, move]
    this.ask()
  }

  /** Stores the line that is being composed. */
  keep(): void {
    if (this.complete) this.store([...(this.lines ?? []), this.draft])
  }

  remove(index: number): void {
    this.store((this.lines ?? []).filter((_, i) => i !== index))
  }

  receive(message: FromServer): void {
    if (message.type === 'update' || message.type === 'occupants') {
      this.lines = message.now.lines ? (message.now.lines.lines ?? []) : null
      this.dropped = message.now.lines?.dropped ?? ''
    } else if (message.type === 'line-choices') {
      if (message.id !== this.asked) return
      this.asked = -1
      this.choices = message
    } else if (message.type === 'accepted' || message.type === 'error') {
      if (message.id === this.asked) this.asked = -1
      if (message.id !== this.sent) return
      this.sent = -1
      if (message.type === 'accepted') this.begin()
    }
  }

  /** Begins again if the game has gone on since the line was begun. */
  follow(): void {
    const { newest } = this.playback
    if (newest && this.possible && !sameRevision(newest, this.about)) this.begin()
  }

  /** The connection is lost, and the answers with it. */
  lost(): void {
    this.asked = this.sent = -1
    this.about = null
  }

  private ask(): void {
    const { newest } = this.playback
    this.choices = null
    if (!newest || !this.possible) return
    this.about = newest
    const moves = this.draft.map(({ seat, action }) => ({ seat, action }))
    this.asked = this.connection.send({ type: 'ask-line', ...revisionOf(newest), moves })
  }

  private store(lines: LineMove[][]): void {
    const { newest } = this.playback
    if (!newest) return
    this.sent = this.connection.send({
      type: 'lines',
      ...revisionOf(newest),
      lines: lines.map((line) => line.map(({ seat, action }) => ({ seat, action }))),
    })
    if (this.sent < 0) this.say(t('not-connected'))
  }
}
