import { lazyDialog } from '#client/ui/dialogs.tsx'

export const passwordDialog = lazyDialog(async () => (await import('./password-dialog.tsx')).PasswordDialog)
export const profileDialog = lazyDialog(async () => (await import('./profile-dialog.tsx')).ProfileDialog)
