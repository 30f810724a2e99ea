// The reader's games against the bots, and what follows from them.

import { forBrowser, read, write } from '../../browser/storage.svelte'
import { prefs, secrets } from '../../browser/prefs.svelte'
import { api } from '../../net/api'
import type { BotGame, LadderBot } from '../../types'
import { mayHaveSeats } from './waiting.svelte'

const KEY = 'cogtable-bot-games'

interface Kept {
  games: BotGame[]
}

/** How many games a browser keeps. */
export const MOST_KEPT = 1000

/** How often the reader and a bot placed higher than the other. */
export interface BotRecord {
  won: number
  lost: number
}

const same = (one: BotGame, other: BotGame) => one.table === other.table && one.bot === other.bot

/** Adds games that are kept to those that were found, without the ones that are both. */
export function withKept(found: readonly BotGame[], kept: readonly BotGame[]): BotGame[] {
  return [...found, ...kept.filter((each) => !found.some((game) => same(game, each)))]
}

/**
 * The reader's finished games against bots. The browser of a guest keeps them, so that they outlast their tables; those
 * of an account are on the server.
 */
export async function loadBotGames(): Promise<BotGame[]> {
  const found = mayHaveSeats() ? await api.botGames(secrets()) : []
  if (prefs.account) return found
  const { games: kept } = read<Kept>(forBrowser, KEY, { games: [] })
  const all = withKept(found, kept).slice(0, MOST_KEPT)
  if (all.length > kept.length) write(forBrowser, KEY, { games: all })
  return all
}

export function recordOf(games: readonly BotGame[], game: string, bot: string): BotRecord {
  const met = games.filter((each) => each.game === game && each.bot === bot)
  return {
    won: met.filter(({ won }) => (won ?? 0) > 0).length,
    lost: met.filter(({ won }) => (won ?? 0) < 0).length,
  }
}

/** Whether the reader has won more games than the bot. */
export const isBeaten = ({ won, lost }: BotRecord): boolean => won > lost

/** The next bot to beat: the weakest that is not beaten yet. */
export function nextToBeat(
  games: readonly BotGame[],
  game: string,
  ladder: readonly LadderBot[],
): LadderBot | undefined {
  return ladder.find(({ bot }) => !isBeaten(recordOf(games, game, bot)))
}
