import { mayLeave } from '#client/lib/leave-guard.ts'
import { toastIfFailed } from '#client/ui/toast-error.ts'
import { logOut } from './api.ts'

/** Logs out, unless the user keeps unsaved work. A toast says why if it fails. */
export async function logOutOrNotify(): Promise<void> {
  if (await mayLeave()) await toastIfFailed(logOut(), { fallback: 'We could not log you out. Please try again.' })
}
