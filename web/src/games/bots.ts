// The named bots of a game: each name and face is one strength, the same in every game.

import { t } from '../i18n'
import type { GameInfo, LadderBot, Occupant } from '../types'

/** A bot that can be chosen. */
export interface BotChoice {
  bot: string
  /** Its name and level: "Rivet, level 2". */
  words: string
  /** How it plays, in a line. */
  about: string
}

export const ladderOf = (game: GameInfo | undefined): readonly LadderBot[] => game?.ladder ?? []

/** The bots that can be chosen for a game: its ladder from below, then those of other packages. */
export function botsFor(game: GameInfo): BotChoice[] {
  const ladder = ladderOf(game)
  return [
    ...ladder.map((each) => ({
      bot: each.bot,
      words: t('bot-named', { name: each.name, level: each.level }),
      about: each.temper || each.text,
    })),
    ...(game.bots ?? [])
      .filter((each) => !ladder.some(({ bot }) => bot === each.name))
      .map(({ name, label, text }) => ({ bot: name, words: label, about: text })),
  ]
}

/** The name and level of a bot; the name by which it is asked for, if the game has no such bot. */
export function botWords(bot: string, game: GameInfo | undefined): string {
  return (game && botsFor(game).find((each) => each.bot === bot)?.words) || bot
}

/** The name, and the face, of a bot. */
export function faceOf(bot: string, game: GameInfo | undefined): string {
  return (
    ladderOf(game).find((each) => each.bot === bot)?.name ??
    game?.bots?.find((each) => each.name === bot)?.label ??
    bot
  )
}

/** The level of the bot in a seat: "level 2"; for one that is not on the ladder, how it plays. */
export function levelWords(person: Pick<Occupant, 'rung' | 'level'> | undefined): string {
  return person?.rung ? t('bot-level', { n: person.rung }) : (person?.level ?? '')
}

/** The bot one level above all bots at a table; none if a bot there is not on the ladder, or the best. */
export function oneLevelUp(
  occupants: readonly Occupant[],
  ladder: readonly LadderBot[],
): LadderBot | undefined {
  const levels = occupants.filter(({ kind }) => kind === 'bot').map(({ rung }) => rung ?? 0)
  if (!levels.length || levels.includes(0)) return undefined
  const most = Math.max(...levels)
  return ladder.find(({ level }) => level === most + 1)
}
