// Seats carried from one address of this server to another, in the fragment of a link, which no server sees.

const MARK = '#seats='

/** What follows the path of the link. */
export function packed(seats: Record<string, string>): string {
  return MARK + encodeURIComponent(JSON.stringify(seats))
}

/** The seats that a link carries, by table; none if it carries something else. */
export function unpacked(hash: string): Record<string, string> {
  if (!hash.startsWith(MARK)) return {}
  try {
    const found: unknown = JSON.parse(decodeURIComponent(hash.slice(MARK.length)))
    return Object.fromEntries(
      Object.entries(found ?? {}).filter(
        (each): each is [string, string] => typeof each[1] === 'string',
      ),
    )
  } catch {
    return {}
  }
}
