import { hasCode } from '#client/lib/http.ts'
import { lazyDialog } from '#client/ui/dialogs.tsx'

const adultDialog = lazyDialog(async () => (await import('./adult-dialog.tsx')).AdultDialog)

/** Asks whether the user is an adult. Resolves to whether the user confirmed. An older open question is answered with no. */
export function askForAdultConfirmation(): Promise<boolean> {
  let isConfirmed = false
  const onConfirmed = () => {
    isConfirmed = true
  }
  return new Promise((resolve) => adultDialog.open({ onConfirmed }, () => resolve(isConfirmed)))
}

/** Makes a call. If the server requires the confirmation, asks for it and retries once. */
export async function withAdultConfirmation<T>(
  call: () => Promise<T>,
  ask: () => Promise<boolean> = askForAdultConfirmation,
): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!hasCode(error, 'adult_confirmation_required') || !(await ask())) throw error
    return call()
  }
}
