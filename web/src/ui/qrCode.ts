// A link as a QR code.

import encode from 'qr'

/** The light margin of a code, in modules, without which cameras don't find it. */
export const QUIET = 4

/** The dark modules of a code as an SVG path, and its width in modules. */
export function codeOf(text: string): { path: string; size: number } {
  const rows = encode(text, 'raw', { ecc: 'medium', border: QUIET })
  const path = rows
    .map((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')).join(''))
    .join('')
  return { path, size: rows.length }
}
