// Where a person is, in words.

import { titleOf } from '../games/games.svelte'
import { t } from '../i18n'
import type { Whereabout } from '../types'

export function whereWords({ state = 'away', game = '' }: Whereabout): string {
  return t('company-where', { state, game: titleOf(game) })
}
