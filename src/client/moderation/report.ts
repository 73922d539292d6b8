import { lazyDialog } from '#client/ui/dialogs.tsx'

/** Reports a character or a message. */
export const reportDialog = lazyDialog(async () => (await import('./report-dialog.tsx')).ReportDialog)
