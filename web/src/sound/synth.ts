// Plays voices with Web Audio.

import { VOICES, type Noise, type Tone, type Voice } from './voices'

/** The level at which a sound has faded out: an exponential ramp cannot reach zero. */
const SILENT = 0.0001

const hisses = new WeakMap<BaseAudioContext, AudioBuffer>()

/** A second of noise, generated once. */
function hiss(context: BaseAudioContext): AudioBuffer {
  const made = hisses.get(context)
  if (made) return made
  const buffer = context.createBuffer(1, context.sampleRate, context.sampleRate)
  const samples = buffer.getChannelData(0)
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1
  hisses.set(context, buffer)
  return buffer
}

function slide(param: AudioParam, part: Tone | Noise, start: number): void {
  param.setValueAtTime(part.from, start)
  if (part.to) param.exponentialRampToValueAtTime(part.to, start + part.ring)
}

/** The source of a part's sound, connected to its destination. */
function source(
  context: BaseAudioContext,
  part: Tone | Noise,
  start: number,
  out: AudioNode,
): AudioScheduledSourceNode {
  if (part.kind === 'tone') {
    const tone = context.createOscillator()
    tone.type = part.wave
    slide(tone.frequency, part, start)
    tone.connect(out)
    return tone
  }
  const noise = context.createBufferSource()
  noise.buffer = hiss(context)
  noise.loop = true
  const band = context.createBiquadFilter()
  band.type = 'bandpass'
  band.Q.setValueAtTime(part.narrow, start)
  slide(band.frequency, part, start)
  noise.connect(band).connect(out)
  return noise
}

/** Plays a voice at a time of the context, at a volume from 0 to 1. */
export function sing(
  context: BaseAudioContext,
  voice: Voice,
  volume: number,
  time = context.currentTime,
): void {
  for (const part of VOICES[voice]) {
    const start = time + part.at
    const end = start + part.ring
    const gain = context.createGain()
    const rise = part.rise ?? 0.001
    gain.gain.setValueAtTime(SILENT, start)
    gain.gain.exponentialRampToValueAtTime(Math.max(SILENT, part.loud * volume), start + rise)
    gain.gain.exponentialRampToValueAtTime(SILENT, end)
    gain.connect(context.destination)
    const made = source(context, part, start, gain)
    made.start(start)
    made.stop(end)
  }
}
