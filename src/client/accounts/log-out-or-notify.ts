import { errorText } from '#client/lib/http.ts'
import { mayLeave } from '#client/lib/leave-guard.ts'
import { toast } from '#client/ui/toast-store.ts'
import { logOut } from './api.ts'

/** Logs out, unless the user keeps unsaved work. A toast says why if it fails. */
export async function logOutOrNotify(): Promise<void> {
  if (!(await mayLeave())) return
  try {
    await logOut()
  } catch (error) {
    const description = errorText(error, 'We could not log you out. Please try again.')
    toast({ variant: 'destructive', title: 'Error', description })
  }
}
