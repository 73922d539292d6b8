import { lazyDialog } from './dialogs.tsx'

/** Asks moderators to review something that was held back. */
export const reviewDialog = lazyDialog(async () => (await import('./review-dialog.tsx')).ReviewDialog)
