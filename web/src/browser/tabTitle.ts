// Shows our turn while the page is in the background: by its title, its icon, and the badge of the installed app.

import { fileAt } from '../net/base'
import { t } from '../i18n'

const NAME = 'Cogtable'
const ICON = fileAt('favicon.svg')
const TURN_ICON = fileAt('favicon-turn.svg')

function setIcon(address: string): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  if (link && link.getAttribute('href') !== address) link.href = address
}

/** Sets the title, and shows whether it is our turn. */
export function showInTab(about: string, ourTurn: boolean): void {
  const title = about || NAME
  document.title = ourTurn ? `${t('table-your-turn-title')} · ${title}` : title
  setIcon(ourTurn ? TURN_ICON : ICON)
  // Only installed apps have a badge, and only some browsers.
  if (ourTurn) void navigator.setAppBadge?.().catch(() => undefined)
  else void navigator.clearAppBadge?.().catch(() => undefined)
}
