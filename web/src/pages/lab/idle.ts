/** Does the last thing asked for once nothing was asked for so long; null takes it back. */
export function later(ms: number): (work: (() => unknown) | null) => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  return (work) => {
    clearTimeout(timer)
    timer = work ? setTimeout(work, ms) : undefined
  }
}
