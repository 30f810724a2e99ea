// The sounds: tones and noise, synthesized in the browser.

/** The sounds of moves, and those for the player. */
export type Voice = 'touch' | 'piece' | 'card' | 'coins' | 'hit' | 'turn' | 'won' | 'lost' | 'over'

interface Part {
  /** The start in seconds, and the duration. */
  at: number
  ring: number
  /** The loudness at its peak, 0 to 1, and the seconds until then. */
  loud: number
  rise?: number
}

export interface Tone extends Part {
  kind: 'tone'
  wave: OscillatorType
  /** The pitch in hertz, and the pitch to which it slides. */
  from: number
  to?: number
}

/** Noise through a band-pass filter that slides. */
export interface Noise extends Part {
  kind: 'noise'
  from: number
  to?: number
  /** The narrowness of the band. */
  narrow: number
}

const tone = (
  from: number,
  ring: number,
  loud: number,
  more: Partial<Omit<Tone, 'kind' | 'from' | 'ring' | 'loud'>> = {},
): Tone => ({ kind: 'tone', wave: 'sine', at: 0, from, ring, loud, ...more })

const noise = (
  from: number,
  ring: number,
  loud: number,
  more: Partial<Omit<Noise, 'kind' | 'from' | 'ring' | 'loud'>> = {},
): Noise => ({ kind: 'noise', narrow: 1, at: 0, from, ring, loud, ...more })

/** A small brass bell: its overtones are not multiples of its pitch, and fade sooner. */
const bell = (pitch: number, at: number, loud: number, ring = 0.7): Tone[] => [
  tone(pitch, ring, loud, { at, rise: 0.004 }),
  tone(pitch * 2.01, ring * 0.6, loud * 0.45, { at }),
  tone(pitch * 2.76, ring * 0.35, loud * 0.3, { at }),
  tone(pitch * 5.4, ring * 0.12, loud * 0.16, { at }),
]

/** Metal on metal. */
const clink = (pitch: number, at: number, loud: number): Tone[] => [
  tone(pitch, 0.13, loud, { at }),
  tone(pitch * 1.53, 0.1, loud * 0.7, { at }),
  tone(pitch * 2.31, 0.05, loud * 0.5, { at }),
]

/** Wood on wood. */
const knock = (pitch: number, at: number, loud: number): (Tone | Noise)[] => [
  tone(pitch, 0.09, loud, { at, to: pitch * 0.82 }),
  tone(pitch * 2.4, 0.04, loud * 0.5, { at, wave: 'triangle' }),
  noise(2600, 0.018, loud * 0.6, { at }),
]

export const VOICES: Readonly<Record<Voice, readonly (Tone | Noise)[]>> = {
  touch: [noise(3200, 0.016, 0.14, { narrow: 2 }), tone(900, 0.03, 0.05, { wave: 'triangle' })],
  piece: knock(235, 0, 0.44),
  // Paper slides, then snaps down.
  card: [
    noise(1500, 0.12, 0.34, { to: 4200, narrow: 0.8, rise: 0.05 }),
    noise(2400, 0.03, 0.5, { at: 0.12 }),
    tone(190, 0.05, 0.2, { at: 0.12 }),
  ],
  coins: [...clink(2350, 0, 0.14), ...clink(2790, 0.06, 0.12), ...clink(2520, 0.11, 0.07)],
  hit: [
    tone(170, 0.24, 0.5, { to: 46 }),
    noise(520, 0.16, 0.5, { to: 180, narrow: 0.7 }),
    tone(1310, 0.16, 0.05, { wave: 'square', to: 1240 }),
  ],
  turn: [...bell(784, 0, 0.2), ...bell(1175, 0.13, 0.18, 0.9)],
  won: [
    ...bell(523, 0, 0.18),
    ...bell(659, 0.12, 0.18),
    ...bell(784, 0.24, 0.18),
    ...bell(1047, 0.38, 0.22, 1.4),
    tone(262, 1.2, 0.12, { at: 0.38, wave: 'triangle', rise: 0.03 }),
  ],
  lost: [
    tone(392, 0.5, 0.28, { wave: 'triangle', rise: 0.02 }),
    tone(330, 0.5, 0.26, { at: 0.2, wave: 'triangle', rise: 0.02 }),
    tone(262, 0.9, 0.29, { at: 0.4, wave: 'triangle', rise: 0.02 }),
  ],
  over: [...bell(587, 0, 0.16), ...bell(880, 0, 0.1, 1)],
}

/** The duration of a voice, in seconds. */
export function lengthOf(voice: Voice): number {
  return Math.max(...VOICES[voice].map((part) => part.at + part.ring))
}
