import { lazyDialog } from './dialogs.tsx'

export const reviewDialog = lazyDialog(async () => (await import('./review-dialog.tsx')).ReviewDialog)
