/** The service workers of this page; null where the browser has none, or forbids them as in a sandboxed frame. */
export function workers(): ServiceWorkerContainer | null {
  try {
    return navigator.serviceWorker ?? null
  } catch {
    return null
  }
}
