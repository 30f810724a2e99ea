type Listener = (event: never) => void

/** A node, or the window: listeners receive events by name. */
export class Target {
  private readonly listeners = new Map<string, Set<Listener>>()
  addEventListener = (name: string, listener: Listener) =>
    void this.listeners.set(name, (this.listeners.get(name) ?? new Set()).add(listener))
  removeEventListener = (name: string, listener: Listener) =>
    void this.listeners.get(name)?.delete(listener)
  tell(name: string, event: object) {
    for (const listener of [...(this.listeners.get(name) ?? [])]) listener(event as never)
  }
}
