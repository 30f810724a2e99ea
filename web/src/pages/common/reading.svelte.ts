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

  again = async (): Promise<void> => {
    try {
      this.value = await this.read()
      this.done = true
      this.trouble = ''
    } catch (error) {
      this.trouble = wordsOf(error)
    }
  }
}

/** Loads a part now, and every few seconds while the component exists. */
export function reading<T>(first: T, read: () => Promise<T>): Reading<T> {
  const part = new Reading(first, read)
  readAgain(part.again)
  return part
}
