import { Flag } from 'lucide-react'
import { createContext, lazy, type ReactNode, Suspense, use, useState } from 'react'
import { IconButton } from '#client/ui/icon-button.tsx'

const ReportDialog = lazy(async () => ({ default: (await import('./report-dialog.tsx')).ReportDialog }))

interface ReportedLine {
  messageId: string
  /** Who said it. */
  name: string
}

const ReportLineContext = createContext<(line: ReportedLine) => void>(() => {})

/**
 * Where the lines under it are reported. It stands above the list: a line that scrolls away is taken off the page, and
 * would take a report that was begun with it.
 */
export function ReportLine({ children }: { children: ReactNode }) {
  const [line, setLine] = useState<ReportedLine | null>(null)
  return (
    <ReportLineContext value={setLine}>
      {children}
      <Suspense fallback={null}>
        {line && (
          <ReportDialog
            reported={{ type: 'message', id: line.messageId, name: line.name }}
            onClose={() => setLine(null)}
          />
        )}
      </Suspense>
    </ReportLineContext>
  )
}

/** Stands with the other things one can do with a line. */
export function ReportLineButton({ className, ...line }: ReportedLine & { className?: string }) {
  const report = use(ReportLineContext)
  return (
    <IconButton
      label="Report this line"
      icon={<Flag aria-hidden size={15} />}
      onClick={() => report(line)}
      {...(className ? { className } : {})}
    />
  )
}
