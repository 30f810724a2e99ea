// Delays before retries when the server cannot be reached.

/** Seconds before the first attempt, the second, and so on; the last value is for all later ones. */
const PAUSES = [0.4, 0.6, 1, 1.5, 2.5, 7, 15]

/**
 * Seconds until the next attempt after `failed` ones, randomized by `chance` (0 to 1), so that many clients don't
 * return at once.
 */
export function pause(failed: number, chance: number): number {
  return PAUSES[Math.min(failed, PAUSES.length - 1)]! * (0.8 + 0.4 * chance)
}
