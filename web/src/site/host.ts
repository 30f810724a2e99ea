// A page without a server: calls are answered from files, and by the tables in a worker, which starts when it is needed.

import { socketless } from './channel'
import { Files, Mixed, SITE_FILE, Unreachable } from './files'
import type { FromWorker, ToWorker, Trouble } from './messages'
import { Searches } from './searches'
import { clear, clearLoading, status } from './status.svelte'
import type { Answer, Channel, Host, ModuleFile } from '../net/host'

/** What is used of a worker. */
export type Hand = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>

/** The files that answer calls. */
const ANSWERS: [path: RegExp, file: (game: string) => string][] = [
  [/^\/games$/, () => 'games.json'],
  [/^\/gallery$/, () => 'gallery.json'],
  [/^\/rules\/([^/]+)$/, (game) => `${game}.rules.html`],
  [/^\/rules\/([^/]+)\/page$/, (game) => `${game}.page.json`],
  [/^\/rules\/([^/]+)\/legend$/, (game) => `${game}.legend.json`],
  [/^\/(?:games|boxes)\/([^/]+)\/components$/, (game) => `${game}.components.json`],
  [/^\/boxes\/([^/]+)$/, (key) => `${key}.box.json`],
]

/** The call whose answer is a file for people, not JSON for the client. */
const SAVED = /^\/tables\/[^/]+\/file$/

/** The answer for a game that the folder lacks. */
const NOTHING: Answer = { status: 404, json: true, text: '{}' }

interface Waiting {
  path: string
  resolve(answer: Answer): void
  reject(error: Error): void
}

export class PageHost implements Host {
  readonly remote = false
  #files: Promise<Files> | null = null
  #worker: Hand | null = null
  /** What the worker is sent once there is one again. */
  #held: ToWorker[] | null = null
  readonly #calls = new Map<number, Waiting>()
  readonly #channels = new Map<number, ReturnType<typeof socketless>>()
  #searches: Searches | null = null
  #count = 0
  /** Whether Python has started. */
  #ready = false

  constructor(
    /** The address of the folder, with a slash at its end, and the version of this page. */
    private readonly root: string,
    private readonly version: string,
    private readonly start: (name: string) => Hand,
    private readonly makeSearches = (): Searches => new Searches(() => this.files()),
    /** Called once when Python has started. */
    private readonly started: (files: Files) => void = () => {},
  ) {}

  /** The files of the folder. Rejects with Mixed or Unreachable. */
  files(): Promise<Files> {
    this.#files ??= Files.open(this.root, this.version).catch((error: unknown) => {
      this.#files = null
      throw error
    })
    return this.#files
  }

  async call(path: string, body?: string, secret = ''): Promise<Answer> {
    const [wanted = ''] = path.split('?')
    for (const [pattern, name] of ANSWERS) {
      const found = body === undefined && pattern.exec(wanted)
      if (!found) continue
      const files = await this.#watched(this.files())
      const file = `python/${name(decodeURIComponent(found[1] ?? ''))}`
      return files.has(file) ? this.#fromFile(files, file) : NOTHING
    }
    const id = ++this.#count
    return new Promise((resolve, reject) => {
      this.#calls.set(id, { path: wanted, resolve, reject })
      this.#tell({ kind: 'call', id, path, body, secret })
    })
  }

  connect(path: string): Channel {
    const number = ++this.#count
    const channel = socketless(
      (text) => this.#tell({ kind: 'send', channel: number, text }),
      () => {
        if (this.#channels.delete(number)) this.#tell({ kind: 'close', channel: number })
      },
    )
    this.#channels.set(number, channel)
    this.#tell({ kind: 'connect', channel: number, path })
    return channel.channel
  }

  async moduleFile(game: string, _: string, kind: ModuleFile): Promise<ArrayBuffer> {
    return (await (await this.files()).load(`python/${game}.${kind}`)).buffer
  }

  health(): Promise<Response> {
    return fetch(this.root + SITE_FILE, { cache: 'no-store' })
  }

  /** Starts Python with a game before something needs it, and shows nothing of that; see `ToWorker`. */
  prepare(game: string, download: boolean): void {
    this.#tell({ kind: 'prepare', game, download })
  }

  /** Tries again what failed; `take`: even if another tab has the tables. */
  retry(take = false): void {
    clear()
    const held = this.#held ?? []
    this.#held = null
    this.#tell({ kind: 'retry', take })
    for (const message of held) this.#tell(message)
  }

  async #fromFile(files: Files, file: string): Promise<Answer> {
    const text = new TextDecoder().decode(await this.#watched(files.load(file)))
    return { status: 200, json: file.endsWith('.json'), text }
  }

  /** Files that may be of another version. */
  async #watched<T>(loading: Promise<T>): Promise<T> {
    try {
      return await loading
    } catch (error) {
      if (error instanceof Mixed) this.#say('mixed', String(error))
      throw error
    }
  }

  #tell(message: ToWorker): void {
    if (this.#held) return void this.#held.push(message)
    if (!this.#worker) {
      const worker = this.start(JSON.stringify({ root: this.root, version: this.version }))
      worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.#hear(data)
      worker.onerror = (event) => void this.#broke(event.message)
      this.#worker = worker
    }
    this.#worker.postMessage(message)
  }

  #hear(message: FromWorker): void {
    switch (message.kind) {
      case 'answer': {
        const { id, status, text } = message
        const waiting = this.#calls.get(id)
        this.#calls.delete(id)
        return waiting?.resolve({ status, json: !SAVED.test(waiting.path), text })
      }
      case 'open':
        return this.#channels.get(message.channel)?.open()
      case 'message':
        return this.#channels.get(message.channel)?.hear(message.text)
      case 'closed': {
        const channel = this.#channels.get(message.channel)
        this.#channels.delete(message.channel)
        return channel?.lose()
      }
      case 'order':
        this.#searches ??= this.makeSearches()
        return void this.#searches.take(message.order, {
          found: (order, results) => this.#tell({ kind: 'found', order, results }),
          failed: (order, why) => this.#tell({ kind: 'failed', order, why }),
        })
      case 'stop':
        return this.#searches?.stop(message.order)
      case 'loading': {
        const { bytes, all } = message
        status.loading = bytes < all ? { bytes, all } : null
        status.starting = bytes >= all
        return
      }
      case 'needed':
        status.needed = true
        return
      case 'prepared':
        status.loading = null
        status.starting = false
        return
      case 'ready':
        clearLoading()
        if (!this.#ready) void this.files().then(this.started, () => undefined)
        this.#ready = true
        return
      case 'trouble':
        return this.#say(message.trouble, message.why)
      case 'lost':
        return this.#lose(message.trouble, message.why)
    }
  }

  #say(trouble: Trouble, why: string): void {
    clear()
    status.trouble = trouble
    status.why = why
  }

  /** The worker failed: its script could not be loaded if there is no message. */
  async #broke(words: string | undefined): Promise<void> {
    if (words) return this.#lose('failed', words)
    const trouble = await this.files().then(
      () => 'mixed' as const,
      (error: unknown) => (error instanceof Unreachable ? 'unreachable' : 'mixed'),
    )
    this.#lose(trouble, '')
  }

  /** The tables are gone: everything waits until the person tries again. */
  #lose(trouble: Trouble, why: string): void {
    this.#worker?.terminate()
    this.#worker = null
    this.#held = []
    this.#searches?.close()
    this.#searches = null
    this.#say(trouble, why)
    for (const { reject } of this.#calls.values()) reject(new Error(why))
    this.#calls.clear()
    const channels = [...this.#channels.values()]
    this.#channels.clear()
    for (const channel of channels) channel.lose()
  }
}
