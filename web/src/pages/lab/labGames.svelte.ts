// The games that are played on the workbench, with results while they are played.

import { api, Refusal, wordsOf } from '../../net/api'
import { pause } from '../../net/pause'
import type { LabPlay, LabRun } from '../../types'
import { canPlay, PagePlayer } from './pagePlayer'

/** The delay before a failed request is repeated, and between requests while no games are played. */
const AGAIN_MS = 2000
/** The delay between requests while games are played. Servers hold a request until there is news, but a page without a
 *  server answers at once. */
const NEWS_MS = 300

export class LabGames {
  run = $state.raw<LabRun | null>(null)
  trouble = $state('')
  /** The settings for the next run while games are being played. */
  asking = $state.raw<LabPlay | null>(null)
  #closed = false
  #player: PagePlayer | null = null

  constructor(private readonly game: string) {
    void this.#follow()
  }

  get going(): boolean {
    return this.run?.phase === 'compiling' || this.run?.phase === 'playing'
  }

  async begin(wanted: LabPlay): Promise<void> {
    this.asking = null
    const player = canPlay() ? new PagePlayer() : null
    const by = player ? { page: player.page, workers: player.workers } : {}
    try {
      const run = await api.labPlay(this.game, { ...wanted, ...by })
      this.trouble = ''
      this.#player?.close()
      this.#player = run.by === 'page' && !this.#closed ? player : null
      this.#player?.start()
      this.#take(run)
    } catch (error) {
      if (error instanceof Refusal && error.status === 409)
        this.asking = { ...wanted, replace: true }
      else this.trouble = wordsOf(error)
    }
  }

  async stop(): Promise<void> {
    this.#player?.close()
    try {
      this.#take(await api.labStop())
    } catch (error) {
      this.trouble = wordsOf(error)
    }
  }

  close(): void {
    this.#closed = true
    this.#player?.leave()
  }

  #take(run: LabRun): void {
    if (run.version < (this.run?.version ?? 0)) return
    this.run = run
    if (!this.going || run.by !== 'page') this.#player?.close()
  }

  async #follow(): Promise<void> {
    while (!this.#closed) {
      try {
        const known = this.run?.version ?? -1
        const run = await api.labRun(known)
        this.#take(run)
        if (run.version === known) await pause(this.going ? NEWS_MS : AGAIN_MS)
      } catch {
        await pause(AGAIN_MS)
      }
    }
  }
}
