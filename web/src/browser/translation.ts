// Whether the browser may translate the page.

/**
 * A translator replaces text nodes by its own, and code that writes into the old ones later writes
 * nowhere: numbers would stand still. So only pages that do not change allow it.
 */
export function allowTranslation(may: boolean): void {
  document.documentElement.translate = may
  document.querySelector('meta[name="google"]')?.remove()
  if (may) return
  const meta = document.createElement('meta')
  meta.name = 'google'
  meta.content = 'notranslate'
  document.head.append(meta)
}
