// A button that copies, and says for a moment that it has.

import { copied } from './clipboard'

const SAID_MS = 2000

export class Copying {
  /** Whether a text has just been copied. */
  done = $state(false)
  private timer: ReturnType<typeof setTimeout> | undefined

  copy = async (text: string | Promise<string>): Promise<void> => {
    if (!(await copied(text))) return
    this.done = true
    clearTimeout(this.timer)
    this.timer = setTimeout(() => (this.done = false), SAID_MS)
  }
}
