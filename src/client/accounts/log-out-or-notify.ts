import { errorText } from '#client/lib/http.ts'
import { toast } from '#client/ui/toast-store.ts'
import { logOut } from './api.ts'

/** Logs out. A toast says why if that fails. */
export async function logOutOrNotify(): Promise<void> {
  try {
    await logOut()
  } catch (error) {
    const description = errorText(error, 'We could not log you out. Please try again.')
    toast({ variant: 'destructive', title: 'Error', description })
  }
}
