import { lazyDialog } from '#client/ui/dialogs.tsx'

export const reportDialog = lazyDialog(async () => (await import('./report-dialog.tsx')).ReportDialog)
