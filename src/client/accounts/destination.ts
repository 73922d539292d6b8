/** The page to open after a visitor has signed in; null: to the page of the current address. */
let destination: string | null = null

export function setDestination(path: string | null): void {
  destination = path
}

/** The page to come back to from another site. */
export const pageAfterSignIn = (): string => destination ?? `${window.location.pathname}${window.location.search}`

/** Marks the history entry of the open auth dialog: Back closes the dialog. */
export const authEntry = { isAuthDialog: true }

export function isAuthEntry(): boolean {
  return ((window.history.state ?? {}) as Partial<typeof authEntry>).isAuthDialog === true
}

/**
 * Changes the address to the destination, before the signed-in app reads it. It takes the place of the dialog's history
 * entry. Without a destination that entry is left: it has the address of the page, and Back would do nothing.
 */
export async function goToDestination(): Promise<void> {
  if (destination) window.history[isAuthEntry() ? 'replaceState' : 'pushState'](null, '', destination)
  else if (isAuthEntry()) await goBack()
  destination = null
}

function goBack(): Promise<void> {
  return new Promise((resolve) => {
    window.addEventListener('popstate', () => resolve(), { once: true })
    window.history.back()
  })
}
