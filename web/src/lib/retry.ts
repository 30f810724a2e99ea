// When somebody tries again who could not reach the server.

/** Seconds before the first attempt, the second and so on; the last is for all others. */
const PAUSES = [0.4, 1, 2, 4, 8, 15]

/**
 * Seconds until the next attempt after so many that failed, randomised by `chance`, 0 to 1, so that
 * many clients do not return at once.
 */
export function pause(failed: number, chance: number): number {
  return PAUSES[Math.min(failed, PAUSES.length - 1)]! * (0.8 + 0.4 * chance)
}
