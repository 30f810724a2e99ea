/**
 * Copies a link, or shows it to be copied by hand where the browser does not allow that; says
 * whether it was copied.
 */
export async function copied(link: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(link)
    return true
  } catch {
    prompt('Copy this link:', link)
    return false
  }
}
