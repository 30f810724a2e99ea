// One table as this browser knows it: what is shown, what is chosen, who is connected.

import { getContext, setContext } from 'svelte'
import { api, wordsOf } from './api'
import { complete, continuing, foremost, needed, remaining, touch, touchable, type Selection } from './choose'
import { Queue } from './pace'
import { dropSecret, keepSecret, prefs, secretOf } from './prefs.svelte'
import { Socket } from './socket'
import { play } from './sound'
import type { Choice, FromServer, Line, Person, Piece, Update, View } from './types'
import { plain, seatName } from './words'

/** The paper bubble at a piece: why it cannot be chosen, or what it lacks and what is possible instead. */
export interface Bubble {
  piece: string
  words: string
  choices: Choice[]
}

const NOTICED = 'cogtable-noticed'

export class Table {
  update = $state.raw<Update | null>(null)
  log = $state.raw<Line[]>([])
  connected = $state(true)
  busy = $state(false)
  waitingUpdates = $state(0)
  selection = $state.raw<Selection>([])
  pointed = $state<string | null>(null)
  bubble = $state.raw<Bubble | null>(null)
  toast = $state('')
  /** What everybody at the table should know, until it is put away. */
  notice = $state('')
  noticed = $state(sessionStorage.getItem(NOTICED) ?? '')
  missing = $state(false)
  rematch = $state('')
  secret = $state('')
  /** The anchor at which the rules are open; empty is their beginning, null closed. */
  rules = $state<string | null>(null)
  sheet = $state<'' | 'log' | 'moves' | 'menu' | 'help' | 'result'>('')
  /** The page of the layout that is looked at closely; empty for the table as it is. */
  page = $state('')
  /** Grows with each move shown, for those who act once a move. */
  moves = $state(0)
  /** The view before the one shown: where things came from. */
  before: View | null = null

  view: View | null = $derived(this.update?.view ?? null)
  people: Person[] = $derived(this.update?.people ?? [])
  me: number = $derived(this.view?.seat ?? -1)
  started: boolean = $derived(this.update?.started ?? true)
  watching: number = $derived(this.update?.watching ?? 0)
  mine: boolean = $derived(!!this.view && !this.view.over && this.started && this.view.waiting.includes(this.me))
  /** What can be chosen now: nothing while older moves are still being shown. */
  choices: Choice[] = $derived(this.busy || this.waitingUpdates > 0 || !this.mine ? [] : (this.view?.choices ?? []))
  left: Choice[] = $derived(remaining(this.choices, this.selection))
  ready: Choice[] = $derived(complete(this.choices, this.selection))
  next: Set<string> = $derived(continuing(this.choices, this.selection))
  open: Set<string> = $derived(touchable(this.choices))
  need: number | null = $derived(needed(this.choices, this.selection))
  first: Choice | null = $derived(foremost(this.choices, this.selection))

  private readonly socket: Socket
  private readonly queue: Queue<Update>
  private number = 1
  private asked = new Map<number, string>()
  private fresh = true
  private acting = -1
  private toastTimer: ReturnType<typeof setTimeout> | null = null

  constructor(readonly id: string) {
    this.secret = secretOf(id)
    this.queue = new Queue(
      (update, more) => this.show(update, more),
      () => prefs.pace,
      undefined,
      (update) => update.view.pause ?? 1,
    )
    this.socket = new Socket(id, () => this.secret, {
      message: (message) => this.receive(message),
      state: (connected) => {
        this.connected = connected
        if (!connected) {
          this.fresh = true
          this.busy = false
          this.acting = -1
        }
      },
    })
  }

  close(): void {
    this.queue.stop()
    this.socket.close()
  }

  name(seat: number): string {
    return seatName(seat, this.people, this.me)
  }

  plain(words: string): string {
    return plain(words, this.people, this.me)
  }

  piece(id: string): Piece | undefined {
    return this.view?.pieces.find((piece) => piece.id === id)
  }

  /** A piece was touched. */
  touch(id: string): void {
    if (!this.view) return
    const result = touch(this.choices, this.selection, id, prefs.atOnce)
    if (result.kind === 'play') return this.act(result.choice)
    if (result.kind === 'why') {
      const page = this.piece(id)?.page
      if (page) return this.turnTo(page)
      if (this.busy || this.waitingUpdates > 0) return
      if (this.me >= 0) return this.ask(id)
      this.bubble = { piece: id, words: 'You are watching: only those who play can choose.', choices: [] }
      return
    }
    play('touch')
    this.selection = result.selection
    const piece = this.piece(id)
    const others = remaining(this.choices, [id])
    this.bubble =
      piece?.note && result.selection.length === 1 && result.selection[0] === id
        ? { piece: id, words: piece.note, choices: others }
        : null
  }

  /** Shows a page of the layout, or goes back from it. */
  turnTo(page: string): void {
    this.page = this.page === page ? '' : page
    this.bubble = null
  }

  clear(): void {
    this.selection = []
    this.bubble = null
  }

  act(choice: Choice): void {
    if (this.busy || !this.view || !this.choices.includes(choice)) return
    const id = this.number++
    if (!this.socket.send({ type: 'act', id, ply: this.view.ply, action: choice.action })) {
      this.say('Not connected just now: try again in a moment.')
      return
    }
    this.acting = id
    this.busy = true
    this.bubble = null
    if (this.sheet === 'moves') this.sheet = ''
  }

  private ask(piece: string): void {
    const id = this.number++
    this.asked.set(id, piece)
    this.bubble = null
    this.socket.send({ type: 'why', id, ply: this.view!.ply, piece })
  }

  /** Puts the notice away, also for other tables that say the same. */
  putAway(): void {
    this.noticed = this.notice
    sessionStorage.setItem(NOTICED, this.notice)
  }

  say(words: string): void {
    this.toast = words
    if (this.toastTimer !== null) clearTimeout(this.toastTimer)
    this.toastTimer = setTimeout(() => (this.toast = ''), 6000)
  }

  async join(name: string, seat?: number): Promise<void> {
    try {
      const seated = await api.join(this.id, { name, ...(seat === undefined ? {} : { seat }) })
      if (seated.secret) this.sit(seated.secret)
    } catch (error) {
      this.say(wordsOf(error))
    }
  }

  sit(secret: string): void {
    keepSecret(this.id, secret)
    this.secret = secret
    this.fresh = true
    this.socket.restart()
  }

  async again(): Promise<string> {
    try {
      const seated = await api.rematch(this.id, this.secret)
      keepSecret(seated.table, seated.secret || this.secret)
      return seated.table
    } catch (error) {
      this.say(wordsOf(error))
      return ''
    }
  }

  private receive(message: FromServer): void {
    if (message.type === 'update') {
      const own = this.acting >= 0
      this.acting = -1
      if (this.fresh || document.hidden) {
        const resumed = !this.fresh
        this.fresh = false
        if (resumed) this.drain()
        this.queue.replace(message)
      } else {
        this.queue.push(message, own || message.view.ply === this.view?.ply)
        this.waitingUpdates = this.queue.length
      }
    } else if (message.type === 'reason') {
      const piece = this.asked.get(message.id)
      this.asked.delete(message.id)
      if (piece && message.words) this.bubble = { piece, words: message.words, choices: [] }
    } else if (message.type === 'error') {
      this.refused(message.code, message.words, message.id ?? -1)
    } else if (message.type === 'rematch') {
      this.rematch = message.table
      if (this.secret) keepSecret(message.table, this.secret)
    }
  }

  private refused(code: string, words: string, id: number): void {
    this.asked.delete(id)
    if (id === this.acting) {
      this.acting = -1
      this.busy = false
    }
    if (code === 'unknown-table') {
      this.missing = true
      this.socket.close()
      return
    }
     if (code === 'secret') {
      // A seat that is not ours any more: watch instead of asking forever.
      dropSecret(this.id)
      this.secret = ''
      this.fresh = true
      this.socket.restart()
    }
    this.say(words)
  }

  /** The log of moves that were never shown, while nobody looked. */
  private drain(): void {
    for (const update of this.queue.take()) this.learn(update)
  }

  private learn(update: Update): void {
    const { log = [], log_from = 0 } = update.view
    this.log = [...this.log.slice(0, log_from), ...log]
  }

  private show(update: Update, more: number): void {
    const old = this.view
    const wasMine = this.mine
    this.before = old
    this.learn(update)
    this.notice = update.notice ?? ''
    this.update = update
    this.waitingUpdates = more
    this.busy = false
    if (old?.ply !== update.view.ply || old?.seat !== update.view.seat) {
      this.selection = []
      this.bubble = null
      this.pointed = null
      if ((this.mine && !wasMine) || old?.seat !== update.view.seat) this.page = ''
      this.moves++
      if (update.view.over && !old?.over) {
        this.sheet = 'result'
        if (old) play('end')
      } else if (old) play(this.mine && !wasMine ? 'turn' : 'move')
    }
  }
}

const KEY = Symbol('table')

export function provideTable(table: () => Table): void {
  setContext(KEY, table)
}

export function useTable(): Table {
  return getContext<() => Table>(KEY)()
}
