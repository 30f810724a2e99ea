/** Runs the last request once no other was made for a time; null cancels it. */
export function later(ms: number): (work: (() => unknown) | null) => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  return (work) => {
    clearTimeout(timer)
    timer = work ? setTimeout(work, ms) : undefined
  }
}
