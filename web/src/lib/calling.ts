// What the browser shows of a page that nobody looks at: its title, its icon, and the badge of the
// installed app. All say when it is our turn.

import { t } from '../words/words'

const NAME = 'Cogtable'
const ICON = '/favicon.svg'
const TURN_ICON = '/favicon-turn.svg'

function setIcon(address: string): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  if (link && link.getAttribute('href') !== address) link.href = address
}

/** Shows what the page is about, and whether somebody waits for us there. */
export function showInTab(about: string, ourTurn: boolean): void {
  const title = about || NAME
  document.title = ourTurn ? `${t('table-your-turn-title')} · ${title}` : title
  setIcon(ourTurn ? TURN_ICON : ICON)
  // Only installed apps have a badge, and only some browsers.
  if (ourTurn) void navigator.setAppBadge?.().catch(() => undefined)
  else void navigator.clearAppBadge?.().catch(() => undefined)
}
