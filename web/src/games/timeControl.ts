// Time controls in words.

import {
  DAY_S,
  MOST_GAME_S,
  MOST_MOVE_S,
  type Resting,
  type TableInfo,
  type TimeControl,
} from '../types'
import { duration, t, whenWords } from '../i18n'

export function clockWords({ game_s: game = 0, move_s: move = 0 }: TimeControl): string {
  if (!game)
    return move % DAY_S
      ? t('clock-each', { time: duration(move) })
      : t('clock-each-days', { n: move / DAY_S })
  return move
    ? t('clock-game-and-move', { game: duration(game), move: duration(move) })
    : t('clock-game', { game: duration(game) })
}

/** Whether a table's game is played over days. */
export function isSlow({ time_control: control }: TableInfo): boolean {
  return !!control && !control.game_s && (control.move_s ?? 0) >= DAY_S
}

/** Why the clock of a seat stands still, and until when, for the reader of the table. */
export function restWords(
  { seat, why, rest_s }: Resting,
  seating: { own: readonly number[]; name: (seat: number) => string },
): string {
  const when = whenWords(Date.now() / 1000 + rest_s)
  if (seating.own.includes(seat))
    return why === 'night' ? t('rest-night-yours', { when }) : t('rest-vacation-yours', { when })
  const name = seating.name(seat)
  return why === 'night' ? t('rest-night', { name, when }) : t('rest-vacation', { name, when })
}

/** The limits of a time control, in a sentence. */
export const clockLimits = (live: boolean): string =>
  live
    ? t('clock-limits-live', { most: MOST_GAME_S / 60, more: MOST_GAME_S })
    : t('clock-limits-days', { most: MOST_MOVE_S / DAY_S })

/** A time control and what happens when a player's time runs out, in sentences. */
export function clockGives(control: TimeControl): string {
  return [
    t('gather-clock', { time: clockWords(control) }),
    control.expired === 'resign' ? t('gather-clock-resign') : t('gather-clock-bot'),
  ].join(' ')
}
