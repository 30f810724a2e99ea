// What the browser says about its connection. Only some do.

interface Connection {
  saveData?: boolean
  effectiveType?: string
}

const connection = (): Connection => (navigator as { connection?: Connection }).connection ?? {}

/** Whether this device should save data. */
export const savesData = (): boolean => connection().saveData ?? false

/** Whether a few megabytes can be downloaded before they are needed. */
export const isFast = (): boolean => !savesData() && connection().effectiveType === '4g'
