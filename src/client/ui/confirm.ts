import { lazyDialog } from './dialogs.tsx'

export const confirmDialog = lazyDialog(async () => (await import('./confirm-dialog.tsx')).ConfirmDialog)
