/** The result of `act`, or null when it throws: browser storage may be full or forbidden. */
export function tryOrNull<T>(act: () => T): T | null {
  try {
    return act()
  } catch {
    return null
  }
}
