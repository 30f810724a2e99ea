// A name is asked for once, by the first action that needs one; then that action continues.

import { prefs, setPref } from '../../browser/prefs.svelte'

export class Naming {
  /** The action that continues once there is a name; null while none waits. */
  private then = $state.raw<((name: string) => void) | null>(null)

  get asks(): boolean {
    return !!this.then
  }

  /** Continues with the existing name, or asks for one first. */
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
