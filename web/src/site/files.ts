// The files of a site's folder. All of them belong to one version. `site.json` has the size and the digest of each, so
// a folder that is being updated is noticed. What was loaded once stays in the browser, for times without a network.

/** What `site.json` says (`docs/site.md`). */
export interface SiteInfo {
  version: string
  cogtable: string
  /** The address of a server for games with others; empty without one. */
  server: string
  /** For each game its package, the archives that it needs, and the digest of its module. */
  games: Record<string, { package: string; archives: string[]; module: string }>
  /** The games with a network, and the numbers of seats for which it has learned. */
  networks: Record<string, number[]>
  /** The size of each file in bytes, and its digest as for `integrity`. */
  files: Record<string, [bytes: number, digest: string]>
}

/** Files of two versions are in the folder, or the page is older than the folder. */
export class Mixed extends Error {}

/** A file cannot be downloaded. */
export class Unreachable extends Error {}

export const SITE_FILE = 'python/site.json'

/** The name of the cache with the files of a version. `root` is the address of the folder, with a slash at its end. */
export const cacheName = (root: string, version: string): string => `${cachePrefix(root)}${version}`
export const cachePrefix = (root: string): string => `cogtable-site ${new URL(root).pathname} `

const TYPES: Record<string, string> = {
  wasm: 'application/wasm',
  mjs: 'text/javascript',
  json: 'application/json',
  html: 'text/html; charset=utf-8',
}

export class Files {
  private constructor(
    readonly root: string,
    readonly site: SiteInfo,
    private readonly cache: Cache | null,
  ) {}

  /**
   * Reads `site.json` of the folder at `root`. Rejects with Mixed if it is not of the version of this page, and with
   * Unreachable.
   */
  static async open(root: string, version: string): Promise<Files> {
    const answer = await answered(`${root}${SITE_FILE}`, 'no-cache')
    const site = await (answer.json() as Promise<SiteInfo>).catch(() => {
      throw new Mixed(`${SITE_FILE} is no JSON`)
    })
    if (site.version !== version)
      throw new Mixed(`expected version ${version}; found ${site.version}`)
    return new Files(root, site, await openCache(cacheName(root, version)))
  }

  has(path: string): boolean {
    return path in this.site.files
  }

  /** The number of bytes of files. */
  size(paths: Iterable<string>): number {
    return [...paths].reduce((sum, path) => sum + (this.site.files[path]?.[0] ?? 0), 0)
  }

  /**
   * Loads a file, from this browser or from the host; `heard` is called with the number of bytes since its last call.
   * Rejects with Mixed or Unreachable.
   */
  async load(
    path: string,
    heard: (bytes: number) => void = () => {},
  ): Promise<Uint8Array<ArrayBuffer>> {
    const [size, digest] = this.site.files[path] ?? []
    if (size === undefined || !digest) throw new Mixed(`${path} is not in ${SITE_FILE}`)
    const url = this.root + path
    const kept = await this.cache?.match(url)
    if (kept) {
      heard(size)
      return new Uint8Array(await kept.arrayBuffer())
    }
    let bytes = await read(await answered(url), heard)
    if (!(await isWhole(bytes, size, digest))) {
      // The browser's own cache may have an older one.
      bytes = await read(await answered(url, 'reload'))
      if (!(await isWhole(bytes, size, digest)))
        throw new Mixed(`${path} is not of version ${this.site.version}`)
    }
    await this.#keep(url, bytes)
    return bytes
  }

  async json<T>(path: string): Promise<T> {
    return JSON.parse(new TextDecoder().decode(await this.load(path))) as T
  }

  /** Whether this browser keeps all of these files. */
  async areKept(paths: readonly string[]): Promise<boolean> {
    const kept = await Promise.all(paths.map((path) => this.cache?.match(this.root + path)))
    return kept.every(Boolean)
  }

  /** Stores all files in this browser, one after the other; what cannot be loaded now is left out. */
  async keepAll(): Promise<void> {
    if (!this.cache) return
    for (const path of Object.keys(this.site.files)) {
      try {
        if (!(await this.cache.match(this.root + path))) await this.load(path)
      } catch (error) {
        if (error instanceof Unreachable) return
        console.warn(`${path} is not stored:`, error)
      }
    }
  }

  /** Stores a file. Without room for it, it is loaded from the host the next time too. */
  async #keep(url: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    try {
      await this.cache?.put(url, responseOf(url, bytes))
    } catch (error) {
      console.warn(`${url} is not stored:`, error)
    }
  }
}

/** A file as an answer to `fetch`. */
export const responseOf = (url: string, bytes: Uint8Array<ArrayBuffer>): Response => {
  const type = TYPES[url.slice(url.lastIndexOf('.') + 1)] ?? 'application/octet-stream'
  return new Response(bytes, { headers: { 'Content-Type': type } })
}

async function answered(url: string, cache: RequestCache = 'default'): Promise<Response> {
  let answer: Response
  try {
    answer = await fetch(url, { cache })
  } catch (error) {
    throw new Unreachable(`${url}: ${String(error)}`)
  }
  if (answer.status === 404) throw new Mixed(`${url} is missing`)
  if (!answer.ok) throw new Unreachable(`${url}: status ${answer.status}`)
  return answer
}

/** Reads an answer piece by piece. */
async function read(
  answer: Response,
  heard: (bytes: number) => void = () => {},
): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  try {
    const reader = answer.body?.getReader()
    for (;;) {
      const { done = true, value } = (await reader?.read()) ?? {}
      if (done || !value) break
      pieces.push(value)
      heard(value.length)
    }
  } catch (error) {
    throw new Unreachable(`${answer.url}: ${String(error)}`)
  }
  const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.length
  }
  return bytes
}

/** Whether a file is the one that belongs to the version. Browsers compute digests only over HTTPS. */
async function isWhole(
  bytes: Uint8Array<ArrayBuffer>,
  size: number,
  digest: string,
): Promise<boolean> {
  if (bytes.length !== size) return false
  if (!globalThis.crypto?.subtle) return true
  const found = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return digest === `sha256-${btoa(String.fromCharCode(...found))}`
}

/** The browser's cache of a name; null if the browser has none for this page. */
async function openCache(name: string): Promise<Cache | null> {
  try {
    return await caches.open(name)
  } catch {
    return null
  }
}
