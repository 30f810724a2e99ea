// Makes the browser store the offline page, once everything else is loaded. Browsers allow this only over HTTPS and on
// the same machine.

import { pathTo } from '../net/base'
import { workers } from '../browser/serviceWorkers'

export function keepOfflinePage(): void {
  const found = workers()
  if (!import.meta.env.PROD || !found) return
  const register = () =>
    found
      .register(pathTo('/service-worker.js'), { updateViaCache: 'none' })
      .catch((error: unknown) => console.warn('There is no page for without a connection:', error))
  if (document.readyState === 'complete') void register()
  else addEventListener('load', register, { once: true })
}
