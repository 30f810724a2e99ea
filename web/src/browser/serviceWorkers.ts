/** The browser's service workers for this page; null if it has none, or forbids them as in a sandboxed frame. */
export function workers(): ServiceWorkerContainer | null {
  try {
    return navigator.serviceWorker ?? null
  } catch {
    return null
  }
}
