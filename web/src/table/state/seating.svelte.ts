// The seats of a table and their players, the spectators, and their display names.

import type { FromServer, Occupant, TableNow, Takeover } from '../../types'
import { t } from '../../i18n'
import { plain, playerName, seatName, seatWords, type SeatToken } from '../../i18n/richText'

type Rematch = Extract<FromServer, { type: 'rematch' }>

/**
 * The state of a rematch: the people who want it, those who have not answered, and the seat whose player would begin.
 */
type Again = Required<Omit<Rematch, 'type'>>

const NOBODY: Again = { wanted: [], missing: [], starts: -1, table: '' }

export class Seating {
  /** The people present by the last message, even if its move is not shown yet. */
  private latest = $state.raw<TableNow | null>(null)
  takeover = $state.raw<Takeover | null>(null)
  /** Whether others can take the seats of people who are gone. */
  replacing = $state(false)
  /** The finished game from which this table branched; empty for none. */
  branchOf = $state('')
  /** The number of the deal of the day that is played here; 0 for none. */
  deal = $state(0)
  /** The people who want a rematch, once the game is over; and the new table when all agreed. */
  again = $state.raw(NOBODY)
  /** The seats of the people at this device, where there are several. */
  yours = $state.raw<readonly number[]>([])
  /** The rematch; empty if there is none. */
  rematch: string = $derived(this.again.table)

  /** Our seat; -1 for spectators. */
  me: number = $derived.by(() => this.ourSeat())
  /** Our seats: one, or those of all people at this device; none for spectators. */
  own: readonly number[] = $derived.by(() =>
    this.yours.length ? this.yours : this.me >= 0 ? [this.me] : [],
  )
  occupants: Occupant[] = $derived(this.latest?.occupants ?? [])
  started: boolean = $derived(this.latest?.started ?? true)
  watching: number = $derived(this.latest?.watching ?? 0)
  /** Whether we created the table, and can open or fill its seats until the game begins. */
  isCreator: boolean = $derived(this.own.includes(this.latest?.creator ?? -1))
  /** The effect of our resignation; empty if we cannot resign. */
  resigning: '' | 'end' | 'out' | 'bot' = $derived(this.latest?.resigning ?? '')
  resigned: boolean = $derived(this.at(this.me)?.resigned ?? false)
  /** Whether our seat has resigned by the rules of the game. */
  out: boolean = $derived(this.at(this.me)?.out ?? false)
  /** A player whose seat others can take. */
  gone: Occupant | undefined = $derived(this.occupants.find((each) => each.free))
  /** The kind of opponents for which the game is rated; empty if it is not. */
  rated: '' | 'people' | 'bots' = $derived(this.latest?.rated ?? '')
  /** The reason why it is not. */
  unrated: string = $derived(this.latest?.unrated ?? '')
  /** Whether other people play, who could agree to a request. */
  company: boolean = $derived(
    this.occupants.some(
      (each) => each.kind === 'person' && each.seat !== this.me && !each.resigned,
    ),
  )
  /** The bot that plays for us now. */
  takenOverBy: string = $derived(this.at(this.me)?.taken_over_by ?? '')

  constructor(private readonly ourSeat: () => number) {}

  receive(message: FromServer): void {
    if (message.type === 'update' || message.type === 'occupants') this.latest = message.now
    if (message.type === 'update') {
      this.takeover = message.takeover ?? null
      this.replacing = message.replacing ?? false
      this.yours = message.yours ?? []
      this.branchOf = message.branch_of ?? ''
      this.deal = message.deal ?? 0
    }
    if (message.type === 'rematch') {
      const { wanted = [], missing = [], starts = -1, table = '' } = message
      this.again = { wanted, missing, starts, table }
    }
  }

  at(seat: number): Occupant | undefined {
    return this.occupants.find((occupant) => occupant.seat === seat)
  }

  name(seat: number): string {
    return seatName(seat, this.occupants, this.me)
  }

  /** The player of a seat, a bot with its level: "Sprocket, level 3". */
  titled(seat: number): string {
    const { kind, rung } = this.at(seat) ?? {}
    const name = this.name(seat)
    return kind === 'bot' && rung ? t('bot-named', { name, level: rung }) : name
  }

  /** The player of a seat now: its person, or the bot that has taken over. */
  player(seat: number): string {
    return playerName(seat, this.occupants, this.me)
  }

  /** A seat as used in sentences. */
  words(token: SeatToken): string {
    return seatWords(token, this.occupants, this.me)
  }

  /** Text without markup. */
  plain(words: string): string {
    return plain(words, this.occupants, this.me)
  }
}
