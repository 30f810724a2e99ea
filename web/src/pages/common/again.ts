// A wish to play again, from a list of finished games to the table.

let wished = ''

/** Asks the players of a finished table for another game, as soon as its page is open. */
export function wishAgain(table: string): void {
  wished = table
}

/** Whether that was asked for this table; once. */
export function isWished(table: string): boolean {
  const found = wished === table
  if (found) wished = ''
  return found
}
