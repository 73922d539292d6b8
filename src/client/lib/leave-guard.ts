/** Asks whether unsaved work may be left; null while there is none. */
let guard: (() => Promise<boolean>) | null = null

export function setLeaveGuard(next: (() => Promise<boolean>) | null): void {
  guard = next
}

/** Whether the page may be left by something other than a navigation, such as a logout. */
export async function mayLeave(): Promise<boolean> {
  return guard === null || guard()
}
