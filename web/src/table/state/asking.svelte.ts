// Undo, resigning, and requests that need the agreement of others.

import { revisionOf } from '../../net/revision'
import type { FromServer, GoesBack, Question } from '../../types'
import type { Connection } from './connection.svelte'
import type { Playback } from './playback.svelte'
import type { Seating } from './seating.svelte'
import { t } from '../../i18n'

export class Asking {
  /** The open request. */
  private question = $state.raw<Question | null>(null)
  private undoable = $state(false)
  /** The id of the request being sent; -1 for none. */
  private sent = $state(-1)

  /** Whether we have confirmed that the game becomes unrated. */
  warned = $state(false)
  /** The action of ours that would make the game unrated, and waits for our confirmation. */
  unrating = $state<'' | 'hint' | 'undo'>('')

  private readonly open: Question | null = $derived.by(() =>
    this.question && (this.question.refused ?? -1) < 0 ? this.question : null,
  )
  /** Whether a request can be made now. */
  free: boolean = $derived.by(() => {
    const ours = this.question?.seat === this.seating.me
    return !this.open && !ours && this.sent < 0
  })
  /** Whether we can undo a move, or ask to. */
  offered: boolean = $derived(this.undoable && this.sent < 0)
  /** The request that we have to answer. */
  forUs: Question | null = $derived.by(() => {
    const { open, seating } = this
    const asked = open?.asked.includes(seating.me) && !open.allowed?.includes(seating.me)
    return asked && this.sent < 0 ? open : null
  })
  /** The changes of the undo that a player asks for. */
  goesBack: GoesBack | null = $derived(this.open?.goes_back ?? null)
  /** The request that we have made. */
  ours: Question | null = $derived.by(() =>
    this.open && this.open.seat === this.seating.me ? this.open : null,
  )

  constructor(
    private readonly connection: Pick<Connection, 'send'>,
    private readonly playback: Pick<Playback, 'newest'>,
    private readonly seating: Pick<Seating, 'me' | 'name'>,
    private readonly say: (words: string) => void,
  ) {}

  /** Undoes our last decision, or asks the others. */
  undo(): void {
    const { newest } = this.playback
    if (newest && this.offered)
      this.send({ type: 'undo', ...revisionOf(newest), ...(this.warned ? { unrated: true } : {}) })
  }

  /** Asks the others to end the game without a winner. */
  offerEnd(): void {
    if (this.free) this.send({ type: 'offer-end' })
  }

  /** Asks the others to stop the clocks for some seconds. */
  pause(seconds: number): void {
    if (this.free) this.send({ type: 'pause', seconds })
  }

  /** Ends the pause that we requested. */
  goOn(): void {
    this.send({ type: 'go-on' })
  }

  resign(): void {
    this.send({ type: 'resign' })
  }

  /** Continues the action that makes the game unrated. Returns that action. */
  goOnUnrated(): '' | 'hint' | 'undo' {
    const by = this.unrating
    this.unrating = ''
    this.warned = true
    if (by === 'undo') this.undo()
    return by
  }

  answer(allow: boolean): void {
    if (this.forUs) this.send({ type: 'answer', question: this.forUs.number, allow })
  }

  withdraw(): void {
    if (this.ours) this.send({ type: 'withdraw', question: this.ours.number })
  }

  receive(message: FromServer): void {
    if (message.type === 'accepted' || message.type === 'error') {
      if (message.id === this.sent) this.sent = -1
      if (message.type === 'error' && message.code === 'rated') this.unrating = 'undo'
    } else if (message.type === 'update' || message.type === 'occupants') {
      const before = this.question
      this.question = message.now.question ?? null
      this.undoable = message.now.undo ?? false
      this.tell(before, this.question)
    }
  }

  /** The connection is lost, and the answer with it. */
  lost(): void {
    this.sent = -1
  }

  private send(request: Parameters<Connection['send']>[0]): void {
    this.sent = this.connection.send(request)
    if (this.sent < 0) this.say(t('not-connected'))
  }

  /** Shows that our request was refused. */
  private tell(before: Question | null, now: Question | null): void {
    const by = now?.refused ?? -1
    const news = by >= 0 && before?.number === now?.number && (before?.refused ?? -1) < 0
    if (news && now?.seat === this.seating.me)
      this.say(t('undo-refused', { name: this.seating.name(by) }))
  }
}
