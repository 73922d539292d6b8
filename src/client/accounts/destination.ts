/** Where a visitor wants to go after signing in; null: to the page of the current address. */
let destination: string | null = null

export function setDestination(path: string | null): void {
  destination = path
}

/** Changes the address to the destination, before the signed-in app reads it. Returns whether there was one. */
export function goToDestination(): boolean {
  if (!destination) return false
  window.history.pushState(null, '', destination)
  destination = null
  return true
}
