// Whether the browser may translate the page.

/**
 * A translator replaces text nodes, and code that writes into the old nodes then has no effect: numbers would not
 * change any more. So only static pages allow it.
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
