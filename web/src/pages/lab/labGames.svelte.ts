// The games that are played on the workbench, with results while they are played.

import { api, Refusal, wordsOf } from '../../net/api'
import type { LabPlay, LabRun } from '../../types'

/** The delay before a failed request is repeated. */
const AGAIN_MS = 2000

export class LabGames {
  run = $state.raw<LabRun | null>(null)
  trouble = $state('')
  /** The settings for the next run while games are being played. */
  asking = $state.raw<LabPlay | null>(null)
  #closed = false

  constructor(private readonly game: string) {
    void this.#follow()
  }

  get going(): boolean {
    return this.run?.phase === 'compiling' || this.run?.phase === 'playing'
  }

  async begin(wanted: LabPlay): Promise<void> {
    this.asking = null
    try {
      this.#take(await api.labPlay(this.game, wanted))
      this.trouble = ''
    } catch (error) {
      if (error instanceof Refusal && error.status === 409)
        this.asking = { ...wanted, replace: true }
      else this.trouble = wordsOf(error)
    }
  }

  async stop(): Promise<void> {
    try {
      this.#take(await api.labStop())
    } catch (error) {
      this.trouble = wordsOf(error)
    }
  }

  close(): void {
    this.#closed = true
  }

  #take(run: LabRun): void {
    if (run.version >= (this.run?.version ?? 0)) this.run = run
  }

  async #follow(): Promise<void> {
    while (!this.#closed) {
      try {
        this.#take(await api.labRun(this.run?.version ?? -1))
      } catch {
        await new Promise((done) => setTimeout(done, AGAIN_MS))
      }
    }
  }
}
