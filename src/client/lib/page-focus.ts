/** Whether the focus is on no control: nowhere, or where `focusPage` has put it. */
export function hasPageFocus(): boolean {
  const { activeElement, body } = document
  return activeElement === null || activeElement === body || activeElement.matches('h1, main')
}

/**
 * Moves the focus to the heading of the page if it is on nothing: the element that had it went away with the page before.
 * While the page loads it has no heading, and its main part gets the focus.
 */
export function focusPage(): void {
  const { activeElement, body } = document
  if (activeElement !== null && activeElement !== body) return
  const target = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
  if (!target) return
  target.tabIndex = -1
  target.focus({ preventScroll: true })
}

let isReplaced = false

/** Another app takes the place of this one: after a login, or at the end of a session. */
export function expectNewPage(): void {
  isReplaced = true
}

/** Called by an app that was mounted. Does nothing for the first page of a tab, where the browser decides. */
export function focusNewPage(): void {
  if (isReplaced) focusPage()
  isReplaced = false
}

/** A ref for what takes the focus when it appears, in place of what had it. */
export const focusOnMount = (element: HTMLElement | null): void => element?.focus()
