import { createContext, type ReactNode, useState } from 'react'
import { lazyPart } from '#client/ui/lazy-part.tsx'
import type { Reported } from './report-dialog.tsx'

const ReportDialog = lazyPart(async () => (await import('./report-dialog.tsx')).ReportDialog)

/** Opens the report dialog for a message or a character. */
export const ReportContext = createContext<(reported: Reported) => void>(() => {})

/**
 * Opens the report dialog for what is below it. It is mounted above the virtual list, so that the dialog stays open when
 * its message is scrolled out of view and unmounted.
 */
export function ReportProvider({ children }: { children: ReactNode }) {
  const [reported, setReported] = useState<Reported | null>(null)
  return (
    <ReportContext value={setReported}>
      {children}
      {reported && <ReportDialog reported={reported} onClose={() => setReported(null)} />}
    </ReportContext>
  )
}
