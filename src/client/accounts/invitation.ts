import { tryOrNull } from '#client/lib/try-or-null.ts'
import { invitationParameter } from '#shared/site.ts'

const key = 'invitation'

/** Takes the token of an invitation out of the address, and keeps it until the tab is closed. Returns whether there was one. */
export function takeInvitation(): boolean {
  const url = new URL(window.location.href)
  const token = url.searchParams.get(invitationParameter)
  if (!token) return false
  url.searchParams.delete(invitationParameter)
  // Without storage it stays in the address.
  tryOrNull(() => sessionStorage.setItem(key, token))
  if (readInvitation() === token) window.history.replaceState(window.history.state, '', url)
  return true
}

export function readInvitation(): string | undefined {
  const inAddress = new URLSearchParams(window.location.search).get(invitationParameter)
  return inAddress ?? tryOrNull(() => sessionStorage.getItem(key)) ?? undefined
}
