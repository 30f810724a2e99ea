// Short synthesised ticks; off by default.

import { prefs } from './prefs.svelte'

let context: AudioContext | null = null

function tone(frequency: number, seconds: number, after = 0, loud = 0.06): void {
  context ??= new AudioContext()
  const start = context.currentTime + after
  const oscillator = context.createOscillator()
  const gain = context.createGain()
  oscillator.type = 'triangle'
  oscillator.frequency.setValueAtTime(frequency, start)
  gain.gain.setValueAtTime(loud, start)
  gain.gain.exponentialRampToValueAtTime(0.0001, start + seconds)
  oscillator.connect(gain).connect(context.destination)
  oscillator.start(start)
  oscillator.stop(start + seconds)
}

export function play(kind: 'touch' | 'move' | 'turn' | 'end'): void {
  if (!prefs.sound) return
  if (kind === 'touch') tone(660, 0.06)
  else if (kind === 'move') tone(330, 0.09)
  else if (kind === 'turn') [523, 784].forEach((f, i) => tone(f, 0.18, i * 0.09))
  else [523, 659, 784, 1047].forEach((f, i) => tone(f, 0.3, i * 0.11))
}
