// "Play": what this browser remembers for each game, and the request.

import { keepSecret, prefs, setPref, type PlayChoice } from '../../../browser/prefs.svelte'
import { api } from '../../../net/api'
import { IN_PAGE } from '../../../net/base'
import { againstBots } from '../../common/againstBots'
import type { GameInfo } from '../../../types'
import { usualBot } from '../../../games/games.svelte'

/** The choice for a game: the one that was made last, as far as the game and the reader still allow it. */
export function choiceFor(game: GameInfo): PlayChoice {
  const fewest = Math.max(2, game.min_seats)
  const { pace, seats, bot, rated } = prefs.play[game.name] ?? {
    pace: 'normal',
    seats: fewest,
    bot: usualBot(),
    rated: false,
  }
  return {
    pace,
    seats: Math.min(game.max_seats, Math.max(fewest, seats)),
    bot: bot || usualBot(),
    rated: rated && prefs.account,
  }
}

/** Whether the choice for a game was made before, or there is nothing that must be chosen. */
export const isChosen = (game: GameInfo): boolean => IN_PAGE || game.name in prefs.play

export function remember(game: GameInfo, choice: PlayChoice): void {
  setPref('play', { ...prefs.play, [game.name]: choice })
}

/** Opens a table, and looks for people. Returns the table. */
export async function play(game: GameInfo): Promise<string> {
  const choice = choiceFor(game)
  setPref('game', game.name)
  const { table, secret } = IN_PAGE ? await withBots(game, choice) : await withPeople(game, choice)
  if (secret) keepSecret(table, secret)
  return table
}

function withPeople({ name: game }: GameInfo, choice: PlayChoice) {
  return api.play({ game, ...choice, name: prefs.name })
}

function withBots(game: GameInfo, { seats, bot }: PlayChoice) {
  return api.create(againstBots(game, seats, bot))
}
