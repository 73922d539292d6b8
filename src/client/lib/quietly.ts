/** Answers null where something is refused: storage may be full, or forbidden by the browser, and life goes on. */
export function quietly<T>(act: () => T): T | null {
  try {
    return act()
  } catch {
    return null
  }
}
