// Where a person is, in words.

import { titleOf } from '../games/games.svelte'
import { t } from '../i18n'
import type { Whereabout } from '../types'

/** Whether a person has a page open, as far as the reader sees that. */
export const isHere = ({ state = 'away' }: Whereabout): boolean => state !== 'away'

export function whereWords({ state = 'away', game = '' }: Whereabout): string {
  return t('company-where', { state, game: titleOf(game) })
}
