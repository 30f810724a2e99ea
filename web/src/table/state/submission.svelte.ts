// Our move on its way to the server: sent again until it is stored, but played only once.

import { randomName } from '../../net/randomName'
import { isReached, type Revision } from '../../net/revision'
import type { FromServer } from '../../types'
import type { Connection } from './connection.svelte'
import { t } from '../../i18n'

type Failure = Extract<FromServer, { type: 'error' }>

/** Milliseconds after which a pending move is announced. */
export const SLOW = 700
/** Milliseconds after which a move that the server could not store is sent again. */
export const AGAIN = 2500

export interface Pending {
  action: number
  /** Its id, by which the server recognizes it. */
  submission: string
  /** The revision that its player had seen. The server accepts it only for that decision. */
  seen: Revision
}

/** Where a pending move is stored. */
export interface Kept {
  load(): Pending | null
  save(move: Pending | null): void
}

interface Move extends Pending {
  /** The id of its message; -1 while it isn't sent. */
  id: number
  /** Whether an earlier copy may have reached the server. */
  again: boolean
  /** The time when it was stored; null before. */
  accepted: Revision | null
}

export class Submission {
  private move = $state.raw<Move | null>(null)
  /** Whether it takes long enough to be announced. */
  private slow = $state(false)
  /** Whether a move is pending: until its outcome is shown, nothing else can be chosen. */
  busy: boolean = $derived(this.move !== null)
  /** Whether our move has been pending for a while and is not stored yet. */
  sending: boolean = $derived.by(
    () => this.move !== null && !this.move.accepted && (this.slow || !this.connection.connected),
  )

  /** Whether our move has not been sent yet, so that it can be cancelled. */
  unsent: boolean = $derived(this.move !== null && this.move.id < 0 && !this.move.again)

  private slowTimer: ReturnType<typeof setTimeout> | undefined
  private againTimer: ReturnType<typeof setTimeout> | undefined

  /** `kept`: stores the move for as long as it is pending, so that it survives a reload of the page. */
  constructor(
    private readonly connection: Pick<Connection, 'connected' | 'ready' | 'send'>,
    private readonly say: (words: string) => void,
    private readonly kept: Kept = { load: () => null, save: () => undefined },
  ) {
    const left = kept.load()
    if (left) this.move = { ...left, id: -1, again: true, accepted: null }
  }

  /** Sends a move, as soon as there is a connection. */
  submit(action: number, seen: Revision): void {
    this.close()
    const pending = { action, submission: randomName(), seen }
    this.kept.save(pending)
    this.move = { ...pending, id: -1, again: false, accepted: null }
    this.slow = false
    this.slowTimer = setTimeout(() => (this.slow = true), SLOW)
    this.deliver(false)
  }

  /** Forgets a move that was not sent yet. */
  withdraw(): void {
    if (this.unsent) this.finish()
  }

  /** Sends the move again if it is not stored, for example on a new connection. */
  resend(): void {
    this.deliver(!this.unsent)
  }

  /** The server has stored the move with this message id. */
  accept(id: number, revision: Revision): void {
    if (this.move && id === this.move.id) this.move = { ...this.move, accepted: revision }
  }

  /** Whether a view at a revision shows the outcome of our move. */
  reached(now: Revision): boolean {
    return !!this.move?.accepted && isReached(this.move.accepted, now)
  }

  /** Forgets the pending move. */
  finish(): void {
    this.close()
    if (this.move) this.kept.save(null)
    this.move = null
  }

  /** The server refused a message. Returns whether it was our move, which is then reported. */
  refuse(error: Failure): boolean {
    const { move } = this
    if (!move || error.id === undefined || error.id !== move.id) return false
    if (error.code === 'unavailable') {
      if (!move.again) this.say(t('not-stored'))
      this.againTimer = setTimeout(() => this.deliver(true), AGAIN)
      return true
    }
    this.finish()
    this.say(error.words) // it isn't stored, nor is an earlier copy
    return true
  }

  /** Cancels everything pending for this move. */
  close(): void {
    clearTimeout(this.slowTimer)
    clearTimeout(this.againTimer)
  }

  private deliver(again: boolean): void {
    clearTimeout(this.againTimer)
    if (!this.move || this.move.accepted || !this.connection.ready) return
    const { action, submission, seen } = this.move
    this.move = {
      ...this.move,
      id: this.connection.send({ type: 'act', ...seen, action, submission }),
      again,
    }
  }
}
