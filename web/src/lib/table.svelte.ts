// One table as this browser knows it: what is shown, what is chosen, who is connected.

import { getContext, setContext } from 'svelte'
import { api, wordsOf } from './api'
import {
  complete,
  continuing,
  foremost,
  needed,
  remaining,
  touch,
  touchable,
  type Selection,
} from './choose'
import { hold, Queue } from './pace'
import { dropSecret, keepSecret, prefs, reducedMotion, secretOf, setPref } from './prefs.svelte'
import { Socket } from './socket'
import { play } from './sound'
import { paged } from './stage'
import type {
  AnyPart,
  Choice,
  FromClient,
  FromServer,
  Layout,
  Line,
  Occupants,
  Occupant,
  Piece,
  Preview,
  Takeover,
  Update,
  View,
} from './types'
import { plain, playerName, seatName, seatWords, type SeatToken } from './words'

/**
 * The paper bubble at a piece: why it cannot be chosen, or what it lacks and what is possible
 * instead.
 */
export interface Bubble {
  piece: string
  words: string
  choices: Choice[]
}

/**
 * Our move that is on its way: the move, the number of its message (-1, not sent), and at which ply
 * it was accepted.
 */
interface Acting {
  action: number
  ply: number
  id: number
  again: boolean
  /** The number of moves after ours once it is stored, -1 before. */
  accepted: number
}

const NOTICED = 'cogtable-noticed'

/**
 * Milliseconds after which a move that is on its way is said to be, and after which one is sent
 * again that the server could not store.
 */
const SLOW = 700
const AGAIN = 2500

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never

export class Table {
  /** The size of the window, and whether the layout for wide screens is shown in it. */
  w = $state(innerWidth)
  h = $state(innerHeight)
  wide: boolean = $derived(this.w >= 900 && this.w / this.h > 1.05)
  update = $state.raw<Update | null>(null)
  /**
   * Who is at the table: of the last message that said so, even where the move it came with is not
   * shown yet.
   */
  private present = $state.raw<Update | Occupants | null>(null)
  log = $state.raw<Line[]>([])
  connected = $state(true)
  /** Why the server cannot let us in just now, in its words. */
  unready = $state('')
  private acting = $state.raw<Acting | null>(null)
  /** Whether our move takes so long that it should be said. */
  private slow = $state(false)
  /** Whether our move has been on its way for a while and is not stored yet. */
  sending: boolean = $derived(
    this.acting !== null && this.acting.accepted < 0 && (this.slow || !this.connected),
  )
  waitingUpdates = $state(0)
  /** The last view that came, which may not be shown yet. */
  private newest = $state.raw<View | null>(null)
  selection = $state.raw<Selection>([])
  pointed = $state<string | null>(null)
  /** The piece that has the focus, and the choice whose button is pointed at. */
  focused = $state<string | null>(null)
  considered = $state.raw<Choice | null>(null)
  /** The frame of the view that is being shown. */
  frame = $state(0)
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
  sheet = $state<'' | 'log' | 'moves' | 'menu' | 'help' | 'result' | 'opened'>('')
  /** The drawer or panel that the sheet shows. */
  opened = $state('')
  /** The page of the layout that is looked at; empty for the table as it is. */
  page = $state('')
  /** Whether a hint is asked for or shown. */
  hinting = $state(false)
  /** The action that a hint advises, -1 for none. */
  hinted = $state(-1)
  /** How a game that is over is gone through; empty for the table as it is. */
  review = $state<'' | 'analysis' | 'replay'>('')
  /** An earlier position, shown instead of how the table stands. */
  past = $state.raw<View | null>(null)
  /** Grows with each move shown, for those who act once a move. */
  moves = $state(0)
  /** The view before the one shown: where things came from. */
  before: View | null = null

  view: View | null = $derived(this.past ?? this.update?.view ?? null)
  occupants: Occupant[] = $derived(this.present?.occupants ?? [])
  /** What is laid out now, with the page that is looked at. */
  layout: Layout | null = $derived(
    this.view && paged(this.wide ? this.view.wide : this.view.narrow, this.page),
  )
  me: number = $derived(this.view?.seat ?? -1)
  started: boolean = $derived(this.present?.started ?? true)
  watching: number = $derived(this.present?.watching ?? 0)
  /** The bot that plays for us now. */
  takenOverBy: string = $derived(this.person(this.me)?.taken_over_by ?? '')
  takeover: Takeover | null = $derived(this.update?.takeover ?? null)
  /** The log, of an earlier position as far as it went then. */
  lines: Line[] = $derived(
    this.past ? this.log.filter((line) => line.ply <= this.past!.ply) : this.log,
  )
  mine: boolean = $derived(
    !!this.view &&
      !this.past &&
      !this.view.over &&
      this.started &&
      !this.takenOverBy &&
      this.view.waiting.includes(this.me),
  )
  /**
   * What can be chosen now: nothing while older moves are still being shown, unless they leave the
   * choices as they are.
   */
  choices: Choice[] = $derived(
    this.acting || !this.mine || !sameChoices(this.view, this.newest)
      ? []
      : (this.view?.choices ?? []),
  )
  /** Whether a hint can be asked for. */
  advisable: boolean = $derived(this.choices.length > 1 && this.view?.assists !== false)
  left: Choice[] = $derived(remaining(this.choices, this.selection))
  ready: Choice[] = $derived(complete(this.choices, this.selection))
  next: Set<string> = $derived(continuing(this.choices, this.selection))
  open: Set<string> = $derived(touchable(this.choices))
  need: number | null = $derived(needed(this.choices, this.selection))
  first: Choice | null = $derived(foremost(this.choices, this.selection, this.hinted))
  /** What a choice that is pointed at or chosen would do, else what the view itself shows. */
  preview: Preview | null = $derived.by(() => {
    const previews = this.view?.previews ?? []
    const of = (choice: Choice | null) =>
      choice && this.choices.includes(choice)
        ? previews.find((each) => each.action === choice.action)
        : undefined
    const touched = (id: string | null) => (id ? this.only(id) : null)
    const frames = this.view?.frames ?? []
    return (
      of(this.considered) ??
      of(touched(this.pointed)) ??
      of(touched(this.focused)) ??
      of(this.first) ??
      frames[Math.min(this.frame, frames.length - 1)] ??
      null
    )
  })

  private readonly socket: Socket
  private readonly queue: Queue<Update>
  private number = 1
  private asked = new Map<number, string>()
  /**
   * Who takes the messages that do not concern the table itself; whoever returns true has taken
   * one.
   */
  readonly takers = new Set<(message: FromServer) => boolean>()
  private fresh = true
  private frameTimer: ReturnType<typeof setInterval> | null = null
  private slowTimer: ReturnType<typeof setTimeout> | null = null
  private againTimer: ReturnType<typeof setTimeout> | null = null
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
        if (connected) this.unready = ''
        else {
          this.fresh = true
          this.hinting = false
        }
      },
    })
  }

  /**
   * Shows the frames of a new view one after another; whoever wants no motion sees the last at
   * once.
   */
  private roll(): void {
    if (this.frameTimer !== null) clearInterval(this.frameTimer)
    this.frameTimer = null
    const last = (this.view?.frames?.length ?? 0) - 1
    this.frame = reducedMotion() || !this.before ? Math.max(0, last) : 0
    if (this.frame >= last) return
    this.frameTimer = setInterval(
      () => {
        if (++this.frame >= last && this.frameTimer !== null) clearInterval(this.frameTimer)
      },
      hold(prefs.pace, 0),
    )
  }

  close(): void {
    if (this.frameTimer !== null) clearInterval(this.frameTimer)
    for (const timer of [this.slowTimer, this.againTimer]) if (timer !== null) clearTimeout(timer)
    this.queue.stop()
    this.socket.close()
  }

  name(seat: number): string {
    return seatName(seat, this.occupants, this.me)
  }

  /** A seat as words have it. */
  seatWords(token: SeatToken): string {
    return seatWords(token, this.occupants, this.me)
  }

  /** Who plays a seat now: its person, or the bot that stands in. */
  player(seat: number): string {
    return playerName(seat, this.occupants, this.me)
  }

  person(seat: number): Occupant | undefined {
    return this.occupants.find((person) => person.seat === seat)
  }

  plain(words: string): string {
    return plain(words, this.occupants, this.me)
  }

  /** Whether what was touched leads on to a piece, or it was touched itself. */
  leadsTo(id: string): boolean {
    return this.selection.length > 0 && (this.next.has(id) || this.selection.includes(id))
  }

  /** The one choice that touching a piece would leave, if there is just one. */
  private only(id: string): Choice | null {
    const selection = this.next.has(id) ? [...this.selection, id] : null
    if (!selection) return null
    const done = complete(this.choices, selection)
    const left = done.length ? done : remaining(this.choices, selection)
    return left.length === 1 ? left[0]! : null
  }

  piece(id: string): Piece | undefined {
    return this.view?.pieces.find((piece) => piece.id === id)
  }

  part(id: string): AnyPart | undefined {
    return this.view?.parts.find((part) => part.id === id)
  }

  /** Sends a message with a number of its own, which is returned; -1 while not connected. */
  send(message: DistributiveOmit<Exclude<FromClient, { type: 'hello' | 'ping' }>, 'id'>): number {
    const id = this.number++
    return this.socket.send({ ...message, id }) ? id : -1
  }

  /** A piece was touched. */
  touch(id: string): void {
    if (!this.view) return
    if (this.takenOverBy && !this.view.over) {
      this.bubble = {
        piece: id,
        words: `${this.takenOverBy} plays for you. “I am back” gives you your seat back.`,
        choices: [],
      }
      return
    }
    const result = touch(this.choices, this.selection, id, prefs.atOnce, this.hinted)
    if (result.kind === 'play') return this.act(result.choice)
    if (result.kind === 'why') {
      const opens = this.piece(id)?.opens ?? ''
      if (this.closer(opens)) return this.look(opens)
      if (this.past || this.acting || (this.waitingUpdates > 0 && !this.choices.length)) return
      if (this.me >= 0) return this.ask(id)
      this.bubble = {
        piece: id,
        words: 'You are watching: only those who play can choose.',
        choices: [],
      }
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

  /**
   * How what a panel or piece opens is looked at here: a page is laid out in place, all else lies
   * in a sheet.
   */
  closer(opens: string): '' | 'page' | 'sheet' {
    if (!opens || !this.view || !this.layout) return ''
    if (this.layout.pages?.[opens]) return 'page'
    const part = this.part(opens)
    return part?.part === 'drawer' || (part?.part === 'panel' && !this.layout.areas[part.area])
      ? 'sheet'
      : ''
  }

  /** Shows what a panel or piece opens; a page that is shown already goes back. */
  look(opens: string): void {
    const how = this.closer(opens)
    if (how === 'page') this.page = this.page === opens ? '' : opens
    if (how === 'sheet') {
      this.opened = opens
      this.sheet = 'opened'
    }
    this.bubble = null
  }

  clear(): void {
    this.selection = []
    this.bubble = null
  }

  act(choice: Choice): void {
    if (!this.view || !this.choices.includes(choice)) return
    this.acting = { action: choice.action, ply: this.view.ply, id: -1, again: false, accepted: -1 }
    this.slow = false
    if (this.slowTimer !== null) clearTimeout(this.slowTimer)
    this.slowTimer = setTimeout(() => (this.slow = true), SLOW)
    this.deliver(false)
    this.bubble = null
    if (this.sheet === 'moves') this.sheet = ''
  }

  /**
   * Sends our move; without a connection it goes once there is one. What is sent again is played
   * once, by its ply.
   */
  private deliver(again: boolean): void {
    if (!this.acting || this.acting.accepted >= 0 || this.fresh) return
    const { ply, action } = this.acting
    this.acting = { ...this.acting, id: this.send({ type: 'act', ply, action }), again }
  }

  /** Lets a bot play for us, or takes our seat back. */
  setTakeover(toBot: boolean): void {
    this.clear()
    if (this.send({ type: 'takeover', on: toBot }) < 0) {
      this.say('Not connected just now: try again in a moment.')
    }
  }

  private ask(piece: string): void {
    this.bubble = null
    this.asked.set(this.send({ type: 'why', ply: this.view!.ply, piece }), piece)
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
    for (const take of this.takers) if (take(message)) return
    if (message.type === 'update' || message.type === 'occupants') {
      this.present = message
      this.notice = message.notice ?? ''
    }
    if (message.type === 'update') {
      const own = this.brings(message.view)
      this.newest = message.view
      if (this.fresh || document.hidden) {
        const resumed = !this.fresh
        this.fresh = false
        if (resumed) this.drain()
        else this.deliver(true)
        this.queue.replace(message)
      } else if ((own && this.waitingUpdates > 0) || this.overtaken(message.view)) {
        // Our own move, or what changes a decision that we have before us, is shown at once: the
        // log tells the rest.
        this.drain()
        this.queue.replace(message)
      } else {
        this.queue.push(message, own || message.view.ply === this.view?.ply)
        this.waitingUpdates = this.queue.length
      }
    } else if (message.type === 'accepted') {
      if (message.id === this.acting?.id) this.acting = { ...this.acting, accepted: message.ply }
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
    if (code === 'unavailable') {
      if (id < 0) this.unready = words
      else if (id === this.acting?.id) {
        if (!this.acting.again)
          this.say('The server cannot store your move just now. It will be sent again.')
        this.againTimer = setTimeout(() => this.deliver(true), AGAIN)
      } else this.say(words)
      return
    }
    if (id >= 0 && id === this.acting?.id) {
      // Sent again, it may have been there already; or the table went on without it, as the table
      // shows.
      const known = this.acting.again && code === 'late'
      this.acting = null
      if (known) return
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
      this.acting = null
      this.fresh = true
      this.socket.restart()
    }
    this.say(words)
  }

  /** Whether a view is the answer to our move: what comes of it is there. */
  private brings(view: View): boolean {
    return !!this.acting && this.acting.accepted >= 0 && view.ply >= this.acting.accepted
  }

  /**
   * Whether others have changed what we were about to choose from, where all act at the same time.
   */
  private overtaken(view: View): boolean {
    const still =
      this.mine && !this.acting && view.ply !== this.view?.ply && view.waiting.includes(this.me)
    return still && !sameChoices(this.view, view)
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
    const stays = this.mine && sameChoices(old, update.view)
    const own = this.brings(update.view)
    this.before = old
    this.learn(update)
    this.update = update
    this.waitingUpdates = more
    if (own) this.acting = null
    if (this.me >= 0 && prefs.game !== update.view.game) setPref('game', update.view.game)
    if (old?.ply !== update.view.ply || old?.seat !== update.view.seat) {
      if (!stays || own) {
        this.clear()
        this.pointed = null
        this.hinting = false
      }
      if ((this.mine && !wasMine) || old?.seat !== update.view.seat) this.page = ''
      this.considered = null
      this.roll()
      this.moves++
      if (update.view.over && !old?.over) {
        this.sheet = 'result'
        if (old) play('end')
      } else if (old) play(this.mine && !wasMine ? 'turn' : 'move')
    }
  }
}

/**
 * Whether the reader has the same to choose from in both: where all act at once, others do not
 * change it.
 */
function sameChoices(one: View | null, other: View | null): boolean {
  if (one === other || one?.ply === other?.ply) return true
  return (
    JSON.stringify([one?.seat, one?.choices ?? []]) ===
    JSON.stringify([other?.seat, other?.choices ?? []])
  )
}

const KEY = Symbol('table')

export function provideTable(table: () => Table): void {
  setContext(KEY, table)
}

export function useTable(): Table {
  return getContext<() => Table>(KEY)()
}
