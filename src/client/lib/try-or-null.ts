/** Returns null if the callback throws. For browser storage, which may be full or blocked. */
export function tryOrNull<T>(callback: () => T): T | null {
  try {
    return callback()
  } catch {
    return null
  }
}
