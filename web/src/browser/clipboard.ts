import { t } from '../i18n'

/**
 * Copies a link, or shows it to be copied by hand if the browser doesn't allow copying; returns whether it was copied.
 * An empty link is not copied.
 */
export async function copied(link: string | Promise<string>): Promise<boolean> {
  try {
    if (typeof link === 'string') await navigator.clipboard.writeText(link)
    else await write(link)
    return true
  } catch {
    const made = await link
    if (made) prompt(t('copy-by-hand'), made)
    return false
  }
}

/** Copies a text that is still being made, unless it is empty. Browsers allow that only if asked during the touch. */
async function write(text: Promise<string>): Promise<void> {
  const blob = text.then((made) => {
    if (!made) throw new Error('there is nothing to copy')
    return new Blob([made], { type: 'text/plain' })
  })
  await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })])
}
