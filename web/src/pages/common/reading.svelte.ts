// A part of a page that is loaded separately: if that fails, the other parts are still shown.

import { readAgain } from './polling'
import { wordsOf } from '../../net/api'

export class Reading<T> {
  /** The last data loaded; before that, the initial value. */
  value: T
  /** Why it could not be loaded; empty if it was. */
  trouble = $state('')
  /** Whether it was ever loaded. */
  done = $state(false)

  constructor(
    first: T,
    private readonly read: () => Promise<T>,
  ) {
    this.value = $state.raw(first)
  }

  /** The number of requests so far, and that of the one whose answer is shown. */
  private asked = 0
  private answered = 0

  again = async (): Promise<void> => {
    const number = ++this.asked
    // An answer never replaces that of a later request.
    const isLate = () => number < this.answered
    try {
      const found = await this.read()
      if (isLate()) return
      this.value = found
      this.done = true
      this.trouble = ''
    } catch (error) {
      if (isLate()) return
      this.trouble = wordsOf(error)
    }
    this.answered = number
  }
}

/** Loads a part now, and every few seconds while the component exists. */
export function reading<T>(first: T, read: () => Promise<T>, everyMs?: number): Reading<T> {
  const part = new Reading(first, read)
  readAgain(part.again, everyMs)
  return part
}
