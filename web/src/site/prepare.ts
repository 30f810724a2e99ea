// Starts Python while the page has nothing else to do, so that a click finds it ready.

import { prefs } from '../browser/prefs.svelte'
import { loadGames, proposed } from '../games/games.svelte'
import { isFast } from './connection'
import type { PageHost } from './host'

/** How long a browser that doesn't say when it is idle is left alone, in milliseconds. */
const QUIET_MS = 500

/** Has Python start with the game that the lobby proposes, once the page is idle. Later visits download nothing. */
export async function prepare(host: PageHost): Promise<void> {
  try {
    const { games } = await loadGames()
    await idle()
    const game = proposed(games, prefs.game)
    if (game) host.prepare(game.name, isFast())
  } catch (error) {
    console.warn('Python is not started yet:', error) // the page says what is wrong when Python is needed
  }
}

/** Resolves when the page is loaded and has nothing to do. */
async function idle(): Promise<void> {
  if (document.readyState !== 'complete')
    await new Promise((resolve) => addEventListener('load', resolve, { once: true }))
  // Safari has no such callbacks.
  const { requestIdleCallback } = window as Partial<Pick<Window, 'requestIdleCallback'>>
  await new Promise<unknown>((resolve) =>
    requestIdleCallback ? requestIdleCallback(resolve) : setTimeout(resolve, QUIET_MS),
  )
}
