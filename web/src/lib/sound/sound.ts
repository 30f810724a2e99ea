// What is heard at a table, and when. Nothing is, until somebody has asked for it.

import { prefs } from '../prefs.svelte'
import type { View } from '../types'
import { sing } from './synth'
import type { Voice } from './voices'

/** Seconds between the sounds of one move. */
const APART = 0.14

let context: AudioContext | null = null

/** What plays sounds; nothing before the page was touched, because browsers forbid it. */
async function running(): Promise<AudioContext | null> {
  if (!navigator.userActivation?.hasBeenActive) return null
  context ??= new AudioContext()
  if (context.state !== 'running') await context.resume()
  return context
}

/** Whether somebody who looks elsewhere wants to hear a sound too. */
function audible(voice: Voice): boolean {
  if (!prefs.sound || prefs.volume <= 0) return false
  return !document.hidden || (voice === 'turn' && prefs.calls)
}

/** Plays sounds one after the other. */
export function play(...voices: Voice[]): void {
  const heard = voices.filter(audible)
  if (!heard.length) return
  void running().then((context) => {
    const now = context?.currentTime ?? 0
    heard.forEach((voice, i) => context && sing(context, voice, prefs.volume, now + i * APART))
  })
}

/** What the end of a game sounds like to whoever looks. */
export function endingOf(view: View): Voice {
  const own = view.result?.placements.find((placement) => placement.seat === view.seat)
  if (!own) return 'over'
  return own.rank === 1 ? 'won' : 'lost'
}

/** What a move sounds like: what it did, then that it is our turn or that the game is over. */
export function soundsOf(view: View, now: { begins: boolean; over: boolean }): Voice[] {
  const did: Voice[] = view.sounds?.length ? view.sounds : ['piece']
  if (now.over) return [...did, endingOf(view)]
  return now.begins ? [...did, 'turn'] : did
}
