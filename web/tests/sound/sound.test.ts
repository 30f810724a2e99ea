import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { lengthOf, VOICES, type Voice } from '../../src/sound/voices'
import { stubBrowser } from '../support/browser'
import { viewOf } from '../support/table'

/** A fake audio context, which records the sounds that begin, and when. */
class FakeAudio {
  static begun: number[] = []
  readonly currentTime = 10
  readonly sampleRate = 100
  readonly destination = {}
  state = 'suspended'
  resume = () => {
    this.state = 'running'
    return Promise.resolve()
  }
  private node() {
    const param = { setValueAtTime: vi.fn(), exponentialRampToValueAtTime: vi.fn() }
    const node = {
      frequency: param,
      gain: param,
      Q: param,
      connect: (next: unknown) => next,
      start: (time: number) => FakeAudio.begun.push(time),
      stop: vi.fn(),
    }
    return node
  }
  createOscillator = () => this.node()
  createGain = () => this.node()
  createBiquadFilter = () => this.node()
  createBufferSource = () => this.node()
  createBuffer = () => ({ getChannelData: () => new Float32Array(100) })
}

let browser: ReturnType<typeof stubBrowser>
let sound: typeof import('../../src/sound/sound')
let setPref: (typeof import('../../src/browser/prefs.svelte'))['setPref']

beforeEach(async () => {
  vi.resetModules()
  browser = stubBrowser()
  FakeAudio.begun = []
  vi.stubGlobal('AudioContext', FakeAudio)
  vi.stubGlobal('navigator', { userActivation: { hasBeenActive: true } })
  sound = await import('../../src/sound/sound')
  await import('../../src/sound/synth')
  ;({ setPref } = await import('../../src/browser/prefs.svelte'))
})
afterEach(() => vi.unstubAllGlobals())

/** Returns the number of parts of voices that are played. */
async function heard(...voices: Voice[]): Promise<number> {
  FakeAudio.begun = []
  sound.play(...voices)
  await new Promise((done) => setTimeout(done))
  return FakeAudio.begun.length
}

describe('sounds', () => {
  it('are silent until they are switched on, and at volume zero', async () => {
    expect(await heard('turn')).toBe(0)
    setPref('sound', true)
    expect(await heard('turn')).toBe(VOICES.turn.length)
    setPref('volume', 0)
    expect(await heard('turn')).toBe(0)
  })

  it('begin one after the other', async () => {
    setPref('sound', true)
    await heard('touch', 'touch')
    const [first, , later] = FakeAudio.begun
    expect(first).toBe(10)
    expect(later).toBeGreaterThan(10)
  })

  it('are not heard on a hidden page, except for our turn if we chose that', async () => {
    setPref('sound', true)
    browser.document.hidden = true
    expect(await heard('card', 'turn')).toBe(0)
    setPref('calls', true)
    expect(await heard('card', 'turn')).toBe(VOICES.turn.length)
  })

  it('wait until the page was touched, as browsers require', async () => {
    setPref('sound', true)
    vi.stubGlobal('navigator', { userActivation: { hasBeenActive: false } })
    expect(await heard('turn')).toBe(0)
  })

  it('are short, and all different', () => {
    const voices = Object.keys(VOICES) as Voice[]
    for (const voice of voices) expect(lengthOf(voice)).toBeLessThan(2)
    for (const voice of ['touch', 'piece', 'card', 'coins', 'hit'] as const)
      expect(lengthOf(voice)).toBeLessThan(0.3)
    expect(new Set(voices.map((voice) => JSON.stringify(VOICES[voice]))).size).toBe(voices.length)
  })
})

describe('a move', () => {
  const moved = { begins: false, over: false }

  it('has the sound of its effect, by default that of a piece', () => {
    expect(sound.soundsOf(viewOf(3, { sounds: ['coins', 'card'] }), moved)).toEqual([
      'coins',
      'card',
    ])
    expect(sound.soundsOf(viewOf(3), moved)).toEqual(['piece'])
  })

  it('then has the sound of our turn', () => {
    const begins = { begins: true, over: false }
    expect(sound.soundsOf(viewOf(3, { sounds: ['hit'] }), begins)).toEqual(['hit', 'turn'])
  })

  it("ends the game with the sound of the viewer's result", () => {
    const placements = [
      { seat: 1, rank: 1, score: 9 },
      { seat: 0, rank: 2, score: 8 },
    ]
    const result = { words: '', placements }
    const end = (seat: number) =>
      sound.soundsOf(viewOf(9, { seat, over: true, result }), { begins: false, over: true }).at(-1)
    expect([end(0), end(1), end(-1)]).toEqual(['lost', 'won', 'over'])
  })
})
