// Whether a game is rated, in words.

import type { Seating } from './seating.svelte'
import { t } from '../../i18n'

export function ratedWords({ rated, unrated }: Pick<Seating, 'rated' | 'unrated'>): string {
  if (rated === 'people') return t('rated-people')
  return rated ? t('rated-bots') : t('rated-not', { why: unrated })
}
