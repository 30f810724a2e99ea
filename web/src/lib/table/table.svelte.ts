// One table in this browser: the parts of its state, and how they are connected.

import { getContext, setContext } from 'svelte'
import { api, wordsOf } from '../api'
import {
  chatMemory,
  copyChat,
  dropSecret,
  keepSecret,
  learn,
  prefs,
  reducedMotion,
  secretOf,
  setPref,
} from '../prefs.svelte'
import { Socket } from '../socket'
import { play, soundsOf } from '../sound/sound'
import type { FromServer, View } from '../types'
import { isWide } from '../viewport.svelte'
import { Asking } from './asking.svelte'
import { Chat } from './chat.svelte'
import { Coach } from './coach.svelte'
import { Connection, type Connect } from './connection.svelte'
import { Device } from './device.svelte'
import { Notices } from './notices.svelte'
import { Playback, sameMoves } from './playback.svelte'
import { Seating } from './seating.svelte'
import { Selection } from './selection.svelte'
import { Sheets } from './sheets.svelte'
import { Submission } from './submission.svelte'
import { t } from '../../words/words'

type Failure = Extract<FromServer, { type: 'error' }>

export class Table {
  readonly notices = new Notices(sessionStorage)
  readonly playback: Playback
  readonly seating: Seating
  readonly sheets: Sheets
  readonly connection: Connection
  readonly submission: Submission
  readonly coach: Coach
  readonly selection: Selection
  readonly chat: Chat
  readonly device: Device
  readonly asking: Asking

  constructor(
    readonly id: string,
    connect: Connect = (proof, listener) => new Socket(id, proof, listener),
  ) {
    this.playback = new Playback({
      pace: () => prefs.pace,
      still: reducedMotion,
      show: (view, before) => this.show(view, before),
    })
    const view = () => this.playback.view
    this.seating = new Seating(() => view()?.seat ?? -1)
    this.sheets = new Sheets(view, isWide)
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
          this.asking.lost()
        },
      },
    )
    this.submission = new Submission(this.connection, (words) => this.notices.say(words))
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
      tick: () => play('touch'),
    })
    this.chat = new Chat(this.connection, this.seating, chatMemory(id))
    this.device = new Device(this)
    this.asking = new Asking(this.connection, this.playback, this.seating, (words) =>
      this.notices.say(words),
    )
  }

  close(): void {
    this.playback.close()
    this.submission.close()
    this.connection.close()
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
      if (seated.secret) this.connection.sit(seated.secret)
    } catch (error) {
      this.notices.say(wordsOf(error))
    }
  }

  /** Asks for a rematch. Returns its table, or nothing if it was refused. */
  async again(): Promise<string> {
    const { secret } = this.connection
    try {
      const seated = await api.rematch(this.id, secret)
      keepSecret(seated.table, seated.secret || secret)
      return seated.table
    } catch (error) {
      this.notices.say(wordsOf(error))
      return ''
    }
  }

  private receive(message: FromServer, first: boolean): void {
    const waited = this.playback.newest && !this.seating.started
    this.seating.receive(message)
    if (waited && this.seating.started) play('turn')
    this.chat.receive(message)
    this.device.receive(message)
    this.selection.receive(message)
    this.asking.receive(message)
    if (message.type === 'update' || message.type === 'occupants')
      this.notices.receive(message.notice ?? '')
    if (message.type === 'update') {
      this.coach.receive(message)
      this.arrive(message.view, first)
    } else if (message.type === 'accepted') this.submission.accept(message.id, message)
    else if (message.type === 'rematch') {
      if (this.connection.secret) keepSecret(message.table, this.connection.secret)
      copyChat(this.id, message.table)
    } else if (message.type === 'error' && !this.refused(message)) {
      if (message.code === 'secret') this.submission.finish()
      this.notices.say(message.words)
    }
  }

  /** Whether an error is about something that says so itself. */
  private refused(error: Failure): boolean {
    return this.submission.refuse(error) || this.chat.refuse(error.id, error.words)
  }

  /** A view came: it is shown at once, or when those before it have been. */
  /** Takes a view, to be shown at once or after those before it. */
  private arrive(view: View, first: boolean): void {
    if (first) this.submission.resend()
    // Nothing that only another seat may see is shown any longer.
    if (first || view.seat !== this.playback.newest?.seat) {
      this.playback.start(view)
      return
    }
    // What nobody sees needs no time. What comes of our own move, takes moves back, or changes a
    // decision that we have before us, is shown at once: the log tells the rest.
    const urgent =
      this.submission.reached(view) ||
      view.undone !== this.playback.newest?.undone ||
      this.selection.overtakenBy(view)
    if (document.hidden || urgent) this.playback.skipTo(view)
    else this.playback.follow(view)
  }

  /** A view has replaced another. */
  private show(view: View, before: View | null): void {
    const own = this.submission.reached(view)
    if (own) this.submission.finish()
    if (view.seat >= 0 && prefs.game !== view.game) setPref('game', view.game)
    if (view.over || this.coach.ends(before, view)) learn(view.game)
    if (sameMoves(before, view)) return
    const { kept, begins } = this.selection.moved(before, view, own)
    const over = view.over && !before?.over
    this.sheets.moved({ kept, begins: begins || before?.seat !== view.seat, over })
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
