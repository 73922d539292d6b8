import { lazyDialog } from '#client/ui/dialogs.tsx'

/** Asks for the password again before a sensitive action. */
export const passwordDialog = lazyDialog(async () => (await import('./password-dialog.tsx')).PasswordDialog)
/** Edits the display name. */
export const profileDialog = lazyDialog(async () => (await import('./profile-dialog.tsx')).ProfileDialog)
