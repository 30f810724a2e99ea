// The sounds of a table. They are off until the person switches them on.

import { lazy } from '../net/lazy'
import { prefs } from '../browser/prefs.svelte'
import type { View } from '../types'
import type { Voice } from './voices'

/** The synthesizer, loaded only if sounds are wanted. */
const synth = lazy(() => import('./synth'), true)

/** Seconds between the sounds of one move. */
const APART = 0.14

let context: AudioContext | null = null

/** The audio context; null before the page is first touched, because browsers forbid it. */
async function running(): Promise<AudioContext | null> {
  if (!navigator.userActivation?.hasBeenActive) return null
  try {
    context ??= new AudioContext()
    if (context.state !== 'running') await context.resume()
  } catch {
    return null // a browser without sound, or one that forbids it
  }
  return context
}

/** Whether a sound should be heard, even while the page is in the background. */
function audible(voice: Voice): boolean {
  if (!prefs.sound || prefs.volume <= 0) return false
  return !document.hidden || (voice === 'turn' && prefs.calls)
}

/** Plays sounds one after the other. */
export function play(...voices: Voice[]): void {
  const heard = voices.filter(audible)
  if (!heard.length) return
  void Promise.all([running(), synth()]).then(
    ([context, { sing }]) => {
      const now = context?.currentTime ?? 0
      heard.forEach((voice, i) => context && sing(context, voice, prefs.volume, now + i * APART))
    },
    () => {}, // without the synthesizer, the game continues in silence
  )
}

/** The sound of the end of a game, for the seat of the view. */
function endingOf(view: View): Voice {
  const own = view.result?.placements.find((placement) => placement.seat === view.seat)
  if (!own) return 'over'
  return own.rank === 1 ? 'won' : 'lost'
}

/** The sounds of a move: its effects, then that it is our turn or that the game is over. */
export function soundsOf(view: View, now: { begins: boolean; over: boolean }): Voice[] {
  const did: Voice[] = view.sounds?.length ? view.sounds : ['piece']
  if (now.over) return [...did, endingOf(view)]
  return now.begins ? [...did, 'turn'] : did
}
