// A part of a page that is read from the server by itself: if that fails, the other parts still stand.

import { readAgain } from './polling'
import { wordsOf } from '../../net/api'

export class Reading<T> {
  /** What was read last; until then as at first. */
  value: T
  /** Why it could not be read; empty if it was. */
  trouble = $state('')
  /** Whether it was read at all. */
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

/** Reads a part now, and every few seconds for as long as the component is there. */
export function reading<T>(first: T, read: () => Promise<T>): Reading<T> {
  const part = new Reading(first, read)
  readAgain(part.again)
  return part
}
