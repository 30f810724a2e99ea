// What this browser keeps for the page. A browser may keep nothing (cookies blocked, a sandboxed frame) or have no
// room left: then everything stays in memory, and lasts as long as the page is open.

export const storage = $state({
  /** Why what is written now is gone with the page; empty while it is kept. */
  lost: '' as '' | 'blocked' | 'full',
  /** Whether the person has read that. */
  told: false,
})

export type Drawer = Pick<Storage, 'getItem' | 'setItem'>

/** Storage that never fails. `open` may throw, or find nothing. */
function drawerOf(open: () => Storage | null | undefined): Drawer {
  /** What could not be written to the browser. */
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

/** Kept for all tabs of this browser. */
export const forBrowser = drawerOf(() => localStorage)
/** Kept for this tab. */
export const forTab = drawerOf(() => sessionStorage)

/** Finds out whether anything is kept, before anything is lost. */
export function tryStorage(): void {
  const KEY = 'cogtable-tried'
  forBrowser.setItem(KEY, '')
  if (!storage.lost) localStorage.removeItem(KEY)
}

/** The object that is kept under a key; what is not there, or has another type, is as in `fallback`. */
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
