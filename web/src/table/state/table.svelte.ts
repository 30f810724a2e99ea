// One table in this browser: the parts of its state, and their connections.

import { download } from '../../browser/download'
import { getContext, setContext } from 'svelte'
import { api, wordsOf } from '../../net/api'
import { IN_PAGE } from '../../net/base'
import {
  chatMemory,
  copyChat,
  dropSecret,
  keepLesson,
  keepSecret,
  learn,
  prefs,
  reducedMotion,
  secretOf,
  setPref,
} from '../../browser/prefs.svelte'
import { Socket, toTable } from '../../net/socket'
import { lazy } from '../../net/lazy'
import { revisionOf } from '../../net/revision'
import { forTab } from '../../browser/storage.svelte'
import type { Review } from './review.svelte'
import { go, lookPath, sharedPath, tablePath, type Look } from '../../browser/route.svelte'
import { play, soundsOf } from '../../sound/sound'
import type { FromServer, Lesson, VariantInfo, View } from '../../types'
import { FIRST_LESSON, lessonKey } from '../../games/games.svelte'
import { variantOf } from '../../games/variants.svelte'
import { sceneRoom, shape, tableRoom } from '../layout/viewport.svelte'
import { Asking } from './asking.svelte'
import { Chat } from './chat.svelte'
import { Timing } from './timing.svelte'
import { Coach } from './coach.svelte'
import { Connection, type Connect } from './connection.svelte'
import { Conditional } from './conditional.svelte'
import { Device } from './device.svelte'
import { lessonFor, Meanwhile, tableFor, waitIn } from './meanwhile.svelte'
import { Notices } from './notices.svelte'
import { Overlays } from './overlays.svelte'
import { Plan } from './plan.svelte'
import { Playback, sameMoves } from './playback.svelte'
import { Seating } from './seating.svelte'
import { Seeking } from './seeking.svelte'
import { Selection } from './selection.svelte'
import { Sheets } from './sheets.svelte'
import { Solving, type PuzzleId } from './solving.svelte'
import { keptMove } from './keptMove'
import { Submission } from './submission.svelte'
import { t } from '../../i18n'

const gameLink = lazy(() => import('../../net/gameLink'))

/** The time in milliseconds for which the last move stays before the result covers the table. */
const RESULT_DELAY_MS = 1600
/** How often the result asks whether the stage is empty, in milliseconds. */
const STAGED_MS = 300
type Failure = Extract<FromServer, { type: 'error' }>

export class Table {
  readonly notices = new Notices(forTab)
  readonly playback: Playback
  readonly seating: Seating
  readonly sheets: Sheets
  readonly connection: Connection
  readonly submission: Submission
  readonly coach: Coach
  readonly selection: Selection
  readonly asking: Asking
  readonly timing = new Timing()
  readonly seeking: Seeking
  readonly plan: Plan
  readonly conditional: Conditional
  readonly overlays: Overlays
  /** The variant that is played; null for the game itself. */
  variant = $state.raw<VariantInfo | null>(null)
  /** The pieces that are cards in which the variant differs. */
  differing: ReadonlySet<string> = $derived(
    new Set(this.variant ? (variantOf(this.variant.key)?.pieces ?? []) : []),
  )
  /** The review of a finished game, once it is opened. */
  review = $state.raw<Review | null>(null)
  /** Whether the game has just ended while we watched; then a win is celebrated, once. */
  fresh = false
  private dealt = false
  /** Whether we asked for a rematch here: then we go there. */
  private wanted = false
  private resultTimer: ReturnType<typeof setTimeout> | undefined
  readonly chat: Chat
  readonly device: Device
  /** The table at which we wait while we play this lesson. */
  readonly meanwhile: Meanwhile | null
  /** The puzzle that is solved here; null at a table where a game is played. */
  readonly solving: Solving | null

  constructor(
    readonly id: string,
    connect: Connect = (proof, listener) => new Socket(toTable(id), proof, listener),
    connectTo: (table: string) => Connect = (table) => (proof, listener) =>
      new Socket(toTable(table), proof, listener),
    puzzle?: PuzzleId,
  ) {
    this.playback = new Playback({
      pace: () => prefs.pace,
      still: reducedMotion,
      show: (view, before) => this.show(view, before),
    })
    const view = () => this.playback.view
    this.seating = new Seating(() => view()?.seat ?? -1)
    this.sheets = new Sheets(view, shape, tableRoom, sceneRoom, () => this.chat.chosen)
    this.connection = new Connection(
      connect,
      {
        secret: () => secretOf(id),
        keep: (secret) => keepSecret(id, secret),
        drop: () => dropSecret(id),
      },
      {
        message: (message, first) => this.receive(message, first),
        lost: () => {
          this.sheets.lost()
          this.overlays.lost()
          this.conditional.lost()
          this.asking.lost()
          this.seeking.lost()
        },
      },
    )
    this.solving = puzzle
      ? new Solving(puzzle, this.playback, () => {
          if (this.connection.send({ type: 'line' }) < 0) this.notices.say(t('not-connected'))
        })
      : null
    this.submission = new Submission(
      this.connection,
      (words) => this.sayRefused(words),
      puzzle ? undefined : keptMove(id),
    )
    this.coach = new Coach(this.playback, (step) => {
      if (this.connection.send({ type: 'step', step }) < 0) this.notices.say(t('not-connected'))
    })
    this.selection = new Selection({
      coach: this.coach,
      playback: this.playback,
      seating: this.seating,
      submission: this.submission,
      sheets: this.sheets,
      atOnce: () => prefs.atOnce,
      askWhy: (piece, seen) => this.connection.send({ type: 'why', ...seen, piece }),
      plan: (piece) => this.plan.touch(piece),
      tick: () => play('touch'),
    })
    this.plan = new Plan({
      playback: this.playback,
      seating: this.seating,
      ask: ({ ply }) => this.connection.send({ type: 'ahead', ply }),
      cannot: (piece) => this.selection.ask(piece),
    })
    this.conditional = new Conditional(this.connection, this.playback, (words) =>
      this.notices.say(words),
    )
    this.overlays = new Overlays({
      playback: this.playback,
      seating: this.seating,
      selection: this.selection,
      ask: (view, action) =>
        this.connection.send({ type: 'overlays', ...revisionOf(view), action }),
    })
    this.asking = new Asking(this.connection, this.playback, this.seating, (words) =>
      this.notices.say(words),
    )
    this.seeking = new Seeking(
      this.connection,
      (table) => {
        if (this.connection.secret) keepSecret(table, this.connection.secret)
        go(tablePath(table))
      },
      (words) => this.notices.say(words),
      id,
    )
    this.chat = new Chat(this.connection, this.seating, chatMemory(id))
    this.device = new Device(this)
    const waits = tableFor(id, forTab)
    this.meanwhile = waits
      ? new Meanwhile(
          waits,
          connectTo(waits),
          () => secretOf(waits),
          () => play('turn'),
        )
      : null
  }

  close(): void {
    clearTimeout(this.resultTimer)
    this.review?.close()
    this.meanwhile?.close()
    this.timing.close()
    this.seeking.close()
    this.playback.close()
    this.submission.close()
    this.connection.close()
  }

  /** Solves a puzzle. */
  static solving(puzzle: PuzzleId): Table {
    const path = `puzzles/${encodeURIComponent(puzzle.game)}/${encodeURIComponent(puzzle.key)}`
    const connect: Connect = (proof, listener) => new Socket(path, proof, listener)
    return new Table(`${puzzle.game}/${puzzle.key}`, connect, undefined, puzzle)
  }

  /** Whether the first deal is shown now, which is asked once: not in a lesson, a puzzle or a review. */
  deals(): boolean {
    if (this.dealt) return false
    this.dealt = true
    const shown = !this.coach.lesson && !this.solving && !this.playback.past
    if (shown) play('piece', 'card', 'coins')
    return shown
  }

  /** Opens what a panel leads to. */
  look(opens: string): void {
    this.selection.bubble = null
    this.sheets.look(opens)
  }

  /** Lets a bot play for us, or takes our seat back. */
  setTakeover(on: boolean): void {
    this.selection.clear()
    if (this.connection.send({ type: 'takeover', on }) < 0) this.notices.say(t('not-connected'))
  }

  /** Opens a seat before the game begins, or lets a bot play it. */
  setSeat(seat: number, bot = ''): void {
    if (this.connection.send({ type: 'seat', seat, bot }) < 0) this.notices.say(t('not-connected'))
  }

  /** Takes an open seat, or one whose person is gone. */
  async join(name: string): Promise<void> {
    try {
      const seated = await api.join(this.id, { name })
      this.connection.sit(seated.secret ?? '')
    } catch (error) {
      this.notices.say(wordsOf(error))
    }
  }

  /** Opens this game's lesson while we wait for the others: the one we have begun, or a new one. */
  async learn(): Promise<void> {
    const begun = lessonFor(this.id, forTab)
    if (begun) return go(tablePath(begun))
    const game = this.playback.view?.game ?? ''
    try {
      const seated = await api.create({ game, lesson: true, name: prefs.name })
      if (seated.secret) keepSecret(seated.table, seated.secret)
      waitIn(seated.table, this.id, forTab)
      go(tablePath(seated.table))
    } catch (error) {
      this.notices.say(wordsOf(error))
    }
  }

  /** Asks for a rematch, alone also against another `bot`, or withdraws the request. */
  again(on: boolean, bot = ''): void {
    this.wanted = on
    if (this.connection.send({ type: 'again', on, ...(bot && { bot }) }) < 0)
      this.notices.say(t('not-connected'))
  }

  /** Downloads the finished game. */
  async download(): Promise<void> {
    try {
      const text = await api.file(this.id, this.connection.secret)
      download(`${this.playback.newest?.game ?? 'game'}-${this.id}.json`, text)
    } catch (error) {
      this.notices.say(wordsOf(error))
    }
  }

  /**
   * The path of the finished game at a position, to be sent to others. A page without a server has the game in the
   * path; empty if that fails, which the reader is told.
   */
  pathAt(look: Look): string | Promise<string> {
    return IN_PAGE && !this.solving ? this.packedPath(look) : lookPath(this.id, look)
  }

  private async packedPath(look: Look): Promise<string> {
    const { BadLink, packed } = await gameLink()
    try {
      const match = await api.file(this.id, this.connection.secret)
      const names = this.seating.occupants.map(({ seat, name }) => name || this.seating.name(seat))
      return sharedPath(await packed({ match, names }), look)
    } catch (error) {
      this.notices.say(error instanceof BadLink ? t('share-long') : wordsOf(error))
      return ''
    }
  }

  /** Branches the finished game after `ply` moves, to a new table against the strongest bots. */
  async playOn(ply: number): Promise<void> {
    try {
      const { bots } = await api.games()
      const bot = bots[bots.length - 1]?.[0] ?? ''
      const seated = await api.branch(this.id, { ply, bot }, this.connection.secret)
      if (seated.secret) keepSecret(seated.table, seated.secret)
      go(tablePath(seated.table))
    } catch (error) {
      this.notices.say(wordsOf(error))
    }
  }

  private receive(message: FromServer, first: boolean): void {
    const waited = this.playback.newest && !this.seating.started
    this.seating.receive(message)
    if (waited && this.seating.started) play('turn')
    this.chat.receive(message)
    this.device.receive(message)
    this.selection.receive(message)
    this.plan.receive(message)
    this.conditional.receive(message)
    this.overlays.receive(message)
    this.asking.receive(message)
    this.timing.receive(message)
    this.seeking.receive(message, first)
    if (message.type === 'update' || message.type === 'occupants')
      this.notices.receive(message.now.notice ?? '')
    if (message.type === 'update') {
      if (message.variant?.key !== this.variant?.key) this.variant = message.variant ?? null
      this.coach.receive(message)
      this.solving?.receive(message)
      this.arrive(message.view, first)
    } else if (message.type === 'accepted') {
      this.submission.accept(message.id, message)
      const shown = this.playback.view // a move that was stored before it was sent again has no view of its own
      if (shown && this.submission.reached(shown)) this.submission.finish()
    } else if (message.type === 'rematch') {
      if (message.table) this.rematched(message.table)
    } else if (message.type === 'error' && !this.refused(message)) {
      if (message.code === 'rated') return // a request about it is shown below the table
      if (message.code === 'secret') this.submission.finish()
      this.notices.say(message.words)
    }
  }

  /** Shows why our move was refused: in a puzzle, that it was wrong. */
  private sayRefused(words: string): void {
    if (!this.solving) return this.notices.say(words)
    this.selection.clear()
    this.solving.refuse(words)
  }

  /** There is a rematch: our seat there is ours, and we go there if we wanted to. */
  private rematched(table: string): void {
    if (this.connection.secret) keepSecret(table, this.connection.secret)
    copyChat(this.id, table)
    if (this.wanted) go(tablePath(table))
  }

  /** Whether an error belongs to a part that shows it itself. */
  private refused(error: Failure): boolean {
    return (
      this.submission.refuse(error) ||
      this.chat.refuse(error.id, error.words) ||
      this.overlays.refuse(error)
    )
  }

  /** Stores a view, to be shown at once or after those before it. */
  private arrive(view: View, first: boolean): void {
    if (first) this.submission.resend()
    // Hides everything that only another seat may see.
    if (first || view.seat !== this.playback.newest?.seat) {
      this.playback.start(view)
      return
    }
    // A hidden page needs no pauses. The outcome of our own move, an undo, or a change to our decision is shown at
    // once; the log has the rest.
    const urgent =
      this.submission.reached(view) ||
      view.undone !== this.playback.newest?.undone ||
      this.selection.overtakenBy(view)
    if (document.hidden || urgent || prefs.pace === 'instant') this.playback.skipTo(view)
    else this.playback.follow(view)
  }

  /** Plays the move that was planned for our turn, if it still means the same. */
  private playPlanned(): void {
    const choice = this.plan.due(this.selection.choices)
    if (choice) this.selection.act(choice)
    else if (choice === null) this.notices.say(t('plan-gone'))
  }

  /** The game is over: its last move stays for a moment if it was played while we watched, and all of it is staged. */
  private end(live: boolean): void {
    this.fresh = live
    clearTimeout(this.resultTimer)
    const show = () => {
      if (this.playback.staged) this.resultTimer = setTimeout(show, STAGED_MS)
      else this.sheets.result = true
    }
    this.resultTimer = setTimeout(show, live ? RESULT_DELAY_MS : 0)
  }

  /** Records which games and lessons are no longer new. */
  private keepLearned(view: View, lesson: Lesson | null): void {
    const name = lesson && (lesson.name || FIRST_LESSON)
    if (view.over || name === FIRST_LESSON) learn(view.game)
    if (name) keepLesson(lessonKey(view.game, name))
  }

  /** A view has replaced another. */
  private show(view: View, before: View | null): void {
    const own = this.submission.reached(view)
    if (own) this.submission.finish()
    this.solving?.shown(view)
    if (view.seat >= 0 && prefs.game !== view.game) setPref('game', view.game)
    this.keepLearned(view, this.coach.finished(before, view))
    if (sameMoves(before, view)) return
    const { kept, begins } = this.selection.moved(before, view, own)
    const over = view.over && !before?.over
    if (!view.over) clearTimeout(this.resultTimer)
    this.sheets.moved({ kept, begins: begins || before?.seat !== view.seat })
    if (over) this.end(before !== null)
    this.playPlanned()
    if (before) play(...soundsOf(view, { begins, over }))
  }
}

const KEY = Symbol('table')

export function provideTable(table: () => Table): void {
  setContext(KEY, table)
}

export function useTable(): Table {
  return getContext<() => Table>(KEY)()
}
