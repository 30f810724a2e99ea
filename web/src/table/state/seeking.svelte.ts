// The search for people at a table of "Play": how long it lasts, who was found, and how to play with them.

import type { FromServer, Handover, HandoverChoice, Occupant, Seek } from '../../types'
import type { Connection } from './connection.svelte'
import { t } from '../../i18n'

/** After this many seconds nobody is expected soon. */
const LONG_S = 180
const TICK_MS = 250

/** The people who are greeted at a table to which we have just gone. */
const arrivals = new Map<string, string[]>()

export class Seeking {
  private seek = $state.raw<Seek | null>(null)
  /** Seconds since the last message of the server. */
  private passed = $state(0)
  private heard = 0
  private timer: ReturnType<typeof setInterval> | undefined
  /** The number of people at the table. */
  private people = 0
  /** The people who may take a seat here. */
  private met: readonly string[] = []
  /** The id of the answer being sent; -1 for none. */
  private sent = $state(-1)

  /** Whether the search goes on. */
  active: boolean = $derived(!!this.seek && !this.seek.moved)
  /** The table where the game goes on, if we did not go there from here. */
  elsewhere = $state('')
  waited: number = $derived((this.seek?.waited_s ?? 0) + this.passed)
  isLong: boolean = $derived(this.waited >= LONG_S)
  found: number = $derived(this.seek?.found ?? 0)
  wanted: number = $derived(this.seek?.wanted ?? 0)
  /** The seconds for which it rests, because offers were declined. */
  rests: number = $derived(Math.max(0, (this.seek?.paused_s ?? 0) - this.passed))
  control = $derived(this.seek?.time_control ?? null)
  /** The question how to play with the people that were found. */
  handover: Handover | null = $derived(this.seek?.handover ?? null)
  /** The seconds until the question ends. */
  left: number = $derived(Math.max(0, (this.handover?.left_s ?? 0) - this.passed))
  /** Whether we can answer now. */
  asked: boolean = $derived(
    !!this.handover &&
      !this.handover.judging &&
      !this.handover.answer &&
      !this.handover.agreed &&
      this.sent < 0,
  )
  /** The people who have just sat down, until they are greeted. */
  greets = $state.raw<readonly string[]>([])

  constructor(
    private readonly connection: Pick<Connection, 'send'>,
    private readonly goTo: (table: string) => void,
    private readonly say: (words: string) => void,
    table: string,
    private readonly now: () => number = () => performance.now() / 1000,
  ) {
    this.greets = arrivals.get(table) ?? []
    arrivals.delete(table)
  }

  receive(message: FromServer, first: boolean): void {
    if (message.type === 'accepted' || message.type === 'error') {
      if (message.id === this.sent) this.sent = -1
      return
    }
    if (message.type !== 'update' && message.type !== 'occupants') return
    const before = this.seek
    this.seek = message.now.seek ?? null
    this.heard = this.now()
    this.passed = 0
    this.tick()
    this.welcome(message.now.occupants)
    const moved = this.seek?.moved ?? ''
    if (!moved || moved === before?.moved) return
    if (first) this.elsewhere = moved
    else {
      arrivals.set(moved, namesIn(before?.handover))
      this.goTo(moved)
    }
  }

  lost(): void {
    this.sent = -1
  }

  close(): void {
    clearInterval(this.timer)
  }

  stop(): void {
    this.send({ type: 'stop-seek' })
  }

  answer(choice: HandoverChoice): void {
    if (this.handover && this.asked)
      this.sent = this.send({ type: 'handover', number: this.handover.number, choice })
  }

  private send(request: Parameters<Connection['send']>[0]): number {
    const id = this.connection.send(request)
    if (id < 0) this.say(t('not-connected'))
    return id
  }

  /** Greets people who have taken a seat here. */
  private welcome(occupants: readonly Occupant[]): void {
    const people = occupants.filter(({ kind }) => kind === 'person').length
    if (people > this.people && this.met.length) {
      this.greets = this.met
      this.met = []
    }
    this.people = people
    if (this.seek?.handover?.ours) this.met = namesIn(this.seek.handover)
  }

  private tick(): void {
    clearInterval(this.timer)
    if (this.active)
      this.timer = setInterval(() => (this.passed = this.now() - this.heard), TICK_MS)
  }
}

const namesIn = (handover: Handover | null | undefined): string[] =>
  (handover?.people ?? []).map(({ name }) => name)
