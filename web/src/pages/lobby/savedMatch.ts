// What a file with a saved match says about itself. Whether it is one, the answer to opening it says.

export interface Match {
  /** The text of the file. */
  file: string
  game: string
  seats: number
  moves: number
}

/** The most seats that a game can have; a file with more is no match. */
const MOST_SEATS = 8

/** The match in the text of a file; null if it is none. */
export function matchIn(file: string): Match | null {
  try {
    const { game, seats, actions } = (JSON.parse(file) ?? {}) as Record<string, unknown>
    const isSeats =
      Number.isInteger(seats) && (seats as number) >= 1 && (seats as number) <= MOST_SEATS
    if (typeof game !== 'string' || !isSeats || !Array.isArray(actions)) return null
    return { file, game, seats: seats as number, moves: actions.length }
  } catch {
    return null
  }
}
