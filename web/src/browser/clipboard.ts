import { t } from '../i18n'

/**
 * Copies a link, or shows it to be copied by hand if the browser doesn't allow copying; returns whether it was copied.
 */
export async function copied(link: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(link)
    return true
  } catch {
    prompt(t('copy-by-hand'), link)
    return false
  }
}
