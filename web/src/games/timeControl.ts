// Time controls in words.

import type { TimeControl } from '../types'
import { duration, t } from '../i18n'

const DAY = 86_400

export function clockWords({ game_s: game = 0, move_s: move = 0 }: TimeControl): string {
  if (!game)
    return move % DAY
      ? t('clock-each', { time: duration(move) })
      : t('clock-each-days', { n: move / DAY })
  return move
    ? t('clock-game-and-move', { game: duration(game), move: duration(move) })
    : t('clock-game', { game: duration(game) })
}

/** A time control and what happens when a player's time runs out, in sentences. */
export function clockGives(control: TimeControl): string {
  return [
    t('gather-clock', { time: clockWords(control) }),
    control.expired === 'resign' ? t('gather-clock-resign') : t('gather-clock-bot'),
  ].join(' ')
}
