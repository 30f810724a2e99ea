// Searches in Web Workers: as many at once as the machine has cores, less one for the page. What fails, is refused or takes
// too long rejects, and the server can be asked instead.

import type { Found, Question } from './search'
import type { Order, Report, Source } from './worker'

/** What the pool needs of a worker. */
export type Hand = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>

/** How long a worker may say nothing, in milliseconds; it reports after each slice. */
export const SILENT_MS = 10_000

/** How long a worker is kept without work, in milliseconds, since it holds memory. */
export const IDLE_MS = 30_000

interface Job {
  id: number
  source: Source
  question: Question
  resolve: (found: Found) => void
  reject: (error: unknown) => void
}

interface Desk {
  hand: Hand
  digest: string
  job: Job | null
  /** Ends the worker: one that searches when it says nothing, another when it has had nothing to do. */
  timer: ReturnType<typeof setTimeout> | undefined
}

const start = (): Hand => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })

export class Pool {
  readonly #desks: Desk[] = []
  readonly #waiting: Job[] = []
  #count = 0

  constructor(
    private readonly make: () => Hand = start,
    private readonly size = Math.max(1, navigator.hardwareConcurrency - 1),
  ) {}

  /** Searches. Aborted, it rejects at once with the signal's reason, and its worker stops after its slice. */
  search(source: Source, question: Question, signal?: AbortSignal): Promise<Found> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason as Error)
      const job = { id: ++this.#count, source, question, resolve, reject }
      signal?.addEventListener('abort', () => this.#drop(job, signal.reason), { once: true })
      this.#waiting.push(job)
      this.#assign()
    })
  }

  /** Ends all workers; searches that have not ended reject. */
  close(): void {
    for (const job of this.#waiting.splice(0)) job.reject(new Error('closed'))
    for (const desk of [...this.#desks]) this.#fail(desk, 'closed')
  }

  /** Gives waiting jobs to workers that have none, best to those that have the module. */
  #assign(): void {
    while (this.#waiting.length > 0) {
      const { digest } = this.#waiting[0]!.source
      const free = this.#desks.filter(({ job }) => !job)
      const desk = free.find((one) => one.digest === digest) ?? free[0] ?? this.#hire()
      if (!desk) return
      this.#begin(desk, this.#waiting.shift()!)
    }
  }

  #hire(): Desk | null {
    if (this.#desks.length >= this.size) return null
    const desk: Desk = { hand: this.make(), digest: '', job: null, timer: undefined }
    desk.hand.onmessage = ({ data }: MessageEvent<Report>) => this.#hear(desk, data)
    desk.hand.onerror = (event) => this.#fail(desk, event.message || 'the worker failed')
    this.#desks.push(desk)
    return desk
  }

  #begin(desk: Desk, job: Job): void {
    const source = desk.digest === job.source.digest ? null : job.source
    clearTimeout(desk.timer)
    desk.job = job
    desk.digest = job.source.digest
    desk.hand.postMessage({
      kind: 'search',
      id: job.id,
      source,
      question: job.question,
    } satisfies Order)
    this.#listen(desk)
  }

  /** Waits for the next report. */
  #listen(desk: Desk): void {
    clearTimeout(desk.timer)
    desk.timer = setTimeout(() => this.#fail(desk, 'the worker says nothing'), SILENT_MS)
  }

  #hear(desk: Desk, report: Report): void {
    const { job } = desk
    if (!job || report.id !== job.id) return
    if (report.kind === 'searching') {
      this.#listen(desk)
      return
    }
    clearTimeout(desk.timer)
    desk.job = null
    if (report.kind === 'failed') job.reject(new Error(report.error))
    else job.resolve(report.found)
    this.#assign()
    if (!desk.job) desk.timer = setTimeout(() => this.#end(desk), IDLE_MS)
  }

  #end(desk: Desk): void {
    clearTimeout(desk.timer)
    desk.hand.terminate()
    this.#desks.splice(this.#desks.indexOf(desk), 1)
  }

  /** Ends a worker that failed; another takes its place when there is something to do. */
  #fail(desk: Desk, why: string): void {
    this.#end(desk)
    desk.job?.reject(new Error(why))
    this.#assign()
  }

  /** Forgets a job that nobody waits for any more. */
  #drop(job: Job, reason: unknown): void {
    job.reject(reason)
    const at = this.#waiting.indexOf(job)
    if (at >= 0) this.#waiting.splice(at, 1)
    const desk = this.#desks.find((one) => one.job === job)
    if (!desk) return
    desk.hand.postMessage({ kind: 'stop' } satisfies Order)
  }
}
