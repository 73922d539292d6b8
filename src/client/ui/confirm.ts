import { lazyDialog } from './dialogs.tsx'

/** Asks before a change. */
export const confirmDialog = lazyDialog(async () => (await import('./confirm-dialog.tsx')).ConfirmDialog)
