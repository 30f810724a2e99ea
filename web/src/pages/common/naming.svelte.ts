// A name is asked for once, by whatever needs one first; then that goes on.

import { prefs, setPref } from '../../browser/prefs.svelte'

export class Naming {
  /** What goes on once there is a name; null while nobody asks for one. */
  private then = $state.raw<((name: string) => void) | null>(null)

  get asks(): boolean {
    return !!this.then
  }

  /** Goes on with the name that there is, or asks for one first. */
  ask(then: (name: string) => void): void {
    if (prefs.name) then(prefs.name)
    else this.then = then
  }

  tell(name: string): void {
    const { then } = this
    setPref('name', name)
    this.then = null
    then?.(name)
  }

  close(): void {
    this.then = null
  }
}
