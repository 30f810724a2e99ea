// Data that this browser stores for the page. A browser can refuse to store data (cookies blocked, a sandboxed frame)
// or be out of space: then everything stays in memory, and is lost when the page is closed.

export const storage = $state({
  /** Why new data will be lost with the page; empty while it is stored. */
  lost: '' as '' | 'blocked' | 'full',
  /** Whether the person has read that warning. */
  told: false,
})

export type Drawer = Pick<Storage, 'getItem' | 'setItem'>

/** Storage that never fails. `open` may throw or return nothing. */
function drawerOf(open: () => Storage | null | undefined): Drawer {
  /** Data that could not be stored in the browser. */
  const memory = new Map<string, string>()

  const opened = (): Storage | null => {
    try {
      return open() ?? null
    } catch {
      return null
    }
  }
  return {
    getItem(key) {
      const own = memory.get(key)
      if (own !== undefined) return own
      try {
        return opened()?.getItem(key) ?? null
      } catch {
        return null
      }
    },
    setItem(key, value) {
      const found = opened()
      try {
        if (!found) throw new Error('there is no storage')
        found.setItem(key, value)
        memory.delete(key)
      } catch {
        memory.set(key, value)
        storage.lost = found ? 'full' : 'blocked'
      }
    },
  }
}

/** Stored for all tabs of this browser. */
export const forBrowser = drawerOf(() => localStorage)
/** Stored for this tab. */
export const forTab = drawerOf(() => sessionStorage)

/** Finds out whether data can be stored, before any is lost. */
export function tryStorage(): void {
  const KEY = 'cogtable-tried'
  forBrowser.setItem(KEY, '')
  if (!storage.lost) localStorage.removeItem(KEY)
}

/** The object stored under a key; missing fields, or fields of another type, are taken from `fallback`. */
export function read<T extends object>(drawer: Drawer, key: string, fallback: T): T {
  try {
    const found: unknown = JSON.parse(drawer.getItem(key) ?? '{}')
    return found && typeof found === 'object' ? { ...fallback, ...found } : fallback
  } catch {
    return fallback
  }
}

export function write(drawer: Drawer, key: string, value: unknown): void {
  drawer.setItem(key, JSON.stringify(value))
}
