import { mayLeave } from '#client/lib/leave-guard.ts'
import { toastError } from '#client/ui/toast-error.ts'
import { logOut } from './api.ts'

/** Logs out, unless the user keeps unsaved work. A toast says why if it fails. */
export async function logOutOrNotify(): Promise<void> {
  if (!(await mayLeave())) return
  try {
    await logOut()
  } catch (error) {
    toastError(error, { fallback: 'We could not log you out. Please try again.' })
  }
}
