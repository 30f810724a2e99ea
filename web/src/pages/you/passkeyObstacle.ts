// What stands in the way of passkeys.

/**
 * Why no passkey can be used here: at the number of this machine (`number`) it can at its name;
 * elsewhere the page must come over HTTPS (`insecure`), and the browser must know passkeys (`browser`).
 */
type Obstacle = '' | 'number' | 'insecure' | 'browser'

export function obstacleAt(hostname: string, secure: boolean, supported: boolean): Obstacle {
  if (/^127\.|^\[::1\]$/.test(hostname)) return 'number'
  const isNumber = hostname.startsWith('[') || /^[\d.]+$/.test(hostname)
  if (!secure || isNumber) return 'insecure'
  return supported ? '' : 'browser'
}
