// The words for deals of the day and their results.

import 'words:daily'
import { gameOf, titleOf } from './games.svelte'
import { dayFrom } from './daily'
import { linkTo } from '../net/base'
import { dailyPath } from '../browser/route.svelte'
import type { Deal, DealResult, DealScore } from '../types'
import { dayAndDate, t } from '../i18n'
import { levelWords, ladderOf } from './bots'
import { plain } from '../i18n/richText'

/** The letters of the hills, from the lowest to the highest. */
const HILLS = '▁▂▃▄▅▆▇█'

type Outcome = Pick<DealScore, 'ahead' | 'won' | 'tied'>

const howOf = ({ won, tied }: Outcome): string => (won ? 'won' : tied ? 'tied' : 'lost')

/** By how many points; 0 if points did not decide, as in a game that was lost although they were ahead. */
const byOf = ({ ahead, won }: Outcome): number => Math.max(0, won ? ahead : -ahead)

/** "You won by 6". */
export const resultWords = (result: Outcome): string =>
  t('deal-result', { how: howOf(result), n: byOf(result) })

/** "Won by 6". */
export const shortResult = (result: Outcome): string =>
  t('deal-result-told', { how: howOf(result), n: byOf(result) })

/** The position at the end in short, without markup: "Round 24". */
export const endWords = (words = ''): string => plain(words.split(' · ')[0] ?? '', [], -1)

/** "Splendor against Rivet". */
export const dealTitle = ({ game, name }: Deal): string =>
  t('deal-against', { game: titleOf(game), bot: name })

/** The level of the bot in a deal. */
export const levelOf = ({ game, bot }: Deal): string =>
  levelWords({ rung: ladderOf(gameOf(game)).find((each) => each.bot === bot)?.level ?? 0 })

/** "Friday, 4 December". */
export const longDay = (day: string): string => dayAndDate(dayFrom(day))

/** About how long the game of a deal takes, in minutes. */
export const minutesOf = ({ game }: Deal): number => gameOf(game)?.minutes ?? 10

export const hillsOf = (hills: readonly number[] = []): string =>
  hills.map((height) => HILLS[height - 1] ?? '').join('')

/** What the reader sends to others: nothing in it tells a card or a move. */
export function toldWords(deal: Deal, result: DealResult): string {
  return [
    t('deal-told-title', { n: deal.number, game: titleOf(deal.game) }),
    hillsOf(result.hills),
    [shortResult(result), endWords(result.words)].filter(Boolean).join(' · '),
    linkTo(dailyPath(deal.number)),
  ]
    .filter(Boolean)
    .join('\n')
}
