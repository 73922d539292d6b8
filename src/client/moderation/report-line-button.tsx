import { Flag } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { IconButton } from '#client/ui/icon-button.tsx'

const ReportDialog = lazy(async () => ({ default: (await import('./report-dialog.tsx')).ReportDialog }))

interface ReportLineButtonProps {
  messageId: string
  /** Who said it. */
  name: string
  className?: string
}

/** Stands with the other things one can do with a line. */
export function ReportLineButton({ messageId, name, className }: ReportLineButtonProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <IconButton
        label="Report this line"
        icon={<Flag aria-hidden size={15} />}
        onClick={() => setOpen(true)}
        {...(className ? { className } : {})}
      />
      <Suspense fallback={null}>
        {open && <ReportDialog reported={{ type: 'message', id: messageId, name }} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  )
}
