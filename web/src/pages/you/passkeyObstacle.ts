// Reasons why passkeys cannot be used.

/**
 * Why no passkey can be used here: at this machine's IP address (`number`), the name would allow it; elsewhere the page
 * must use HTTPS (`insecure`), and the browser must support passkeys (`browser`).
 */
type Obstacle = '' | 'number' | 'insecure' | 'browser'

export function obstacleAt(hostname: string, secure: boolean, supported: boolean): Obstacle {
  if (/^127\.|^\[::1\]$/.test(hostname)) return 'number'
  const isNumber = hostname.startsWith('[') || /^[\d.]+$/.test(hostname)
  if (!secure || isNumber) return 'insecure'
  return supported ? '' : 'browser'
}
