// The chat of a table, as far as we may read it.

import type { ChatMemory } from '../../browser/prefs.svelte'
import type {
  ChatAllowed,
  ChatMessage,
  FromServer,
  Occupant,
  Reaction,
  ReactionWord,
  QuickReply,
} from '../../types'
import type { Connection } from './connection.svelte'
import type { Seating } from './seating.svelte'
import { t } from '../../i18n'

/** The author of a message: a seat, or a spectator by name. */
export function authorOf(message: Pick<ChatMessage, 'seat' | 'name'>): string {
  return (message.seat ?? -1) >= 0 ? `${message.seat}` : `watcher ${message.name}`
}

export class Chat {
  allowed = $state<ChatAllowed>('off')
  messages = $state.raw<ChatMessage[]>([])
  reactions = $state.raw<Reaction[]>([])
  muted = $state.raw<readonly string[]>([])
  /** Whether the chat is shown in place of the log. */
  chosen = $state(false)
  /** The text being written, and why the server refused it. */
  draft = $state('')
  refusal = $state('')
  /** The last message that arrived while we were here, for screen readers. */
  latest = $state.raw<ChatMessage | null>(null)
  private read = $state(-1)
  /** The number of the last message whose notice was closed. */
  private closed = $state(-1)
  private sent = -1

  /** Whether there is anybody to talk to, or anything to read. */
  available: boolean = $derived.by(
    () => this.allowed !== 'off' && (this.others.length > 0 || this.messages.length > 0),
  )
  /** The people we talk to: those in other seats or, for spectators, the other spectators. */
  others: readonly (Occupant | 'watcher')[] = $derived.by(() => {
    const { seating } = this
    if (!seating.own.length)
      return Array<'watcher'>(Math.max(0, seating.watching - 1)).fill('watcher')
    return seating.occupants.filter(
      ({ seat, kind }) => kind === 'person' && !seating.own.includes(seat),
    )
  })
  heard: ChatMessage[] = $derived(
    this.messages.filter((message) => !this.muted.includes(authorOf(message))),
  )
  unread: number = $derived(
    this.heard.filter((message) => message.number > this.read && !this.isOwn(message)).length,
  )

  /** The newest unread message, unless its notice was closed; null for none. */
  news: ChatMessage | null = $derived.by(
    () =>
      this.heard.findLast(
        (message) => message.number > Math.max(this.read, this.closed) && !this.isOwn(message),
      ) ?? null,
  )

  constructor(
    private readonly connection: Pick<Connection, 'send'>,
    private readonly seating: Pick<Seating, 'own' | 'occupants' | 'watching' | 'name'>,
    private readonly memory: ChatMemory,
  ) {
    const kept = memory.load()
    this.read = kept.read
    this.muted = kept.muted
  }

  isOwn(message: ChatMessage): boolean {
    return this.seating.own.includes(message.seat ?? -1)
  }

  /** An author's display name. */
  nameOf(message: ChatMessage): string {
    const seat = message.seat ?? -1
    return seat >= 0 ? this.seating.name(seat) : t('chat-watcher', { name: message.name ?? '' })
  }

  /** The text of a message; a quick reply is in the reader's language. */
  textOf(message: ChatMessage): string {
    return message.ready ? t('chat-ready', { answer: message.ready }) : (message.text ?? '')
  }

  receive(message: FromServer): void {
    if (message.type === 'chat') {
      this.allowed = message.allowed
      this.messages = message.messages
      this.reactions = message.reactions
    } else if (message.type === 'said') {
      this.messages = [...this.messages, message.message]
      if (!this.isOwn(message.message) && !this.muted.includes(authorOf(message.message)))
        this.latest = message.message
    } else if (message.type === 'reacted') {
      const { ply, seat, word } = message.reaction
      const others = this.reactions.filter((each) => each.ply !== ply || each.seat !== seat)
      this.reactions = word ? [...others, message.reaction] : others
    } else if (message.type === 'accepted' && message.id === this.sent) {
      this.draft = ''
      this.sent = -1
    }
  }

  /** The server refused a message. Returns whether it was ours; then the chat shows why. */
  refuse(id: number | undefined, words: string): boolean {
    if (id === undefined || id !== this.sent) return false
    this.sent = -1
    this.refusal = words
    return true
  }

  /** Sends a message; spectators give their name. */
  say(what: { text: string } | { ready: QuickReply }, name: string): void {
    this.deliver({ type: 'say', ...what, ...(this.seating.own.length ? {} : { name }) })
  }

  /** Reacts to a move; the same reaction again removes it. */
  react(ply: number, word: ReactionWord): void {
    const mine = this.reactions.some(
      (each) => each.ply === ply && each.word === word && this.seating.own.includes(each.seat),
    )
    this.deliver({ type: 'react', ply, word: mine ? '' : word })
  }

  /** Mutes or unmutes an author, in this browser only. */
  mute(author: string, on: boolean): void {
    this.muted = on ? [...this.muted, author] : this.muted.filter((each) => each !== author)
    this.save()
  }

  /** Closes the notice of all messages so far, which stay unread. */
  putAway(): void {
    this.closed = this.messages.at(-1)?.number ?? -1
  }

  /** Marks everything so far as read. */
  readAll(): void {
    const last = this.messages.at(-1)?.number ?? -1
    if (last <= this.read) return
    this.read = last
    this.save()
  }

  private deliver(message: Parameters<Connection['send']>[0]): void {
    this.refusal = ''
    this.sent = this.connection.send(message)
    if (this.sent < 0) this.refusal = t('not-connected')
  }

  private save(): void {
    this.memory.save({ read: this.read, muted: this.muted })
  }
}
