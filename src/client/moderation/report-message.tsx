import { createContext, lazy, type ReactNode, Suspense, useState } from 'react'

const ReportDialog = lazy(async () => ({ default: (await import('./report-dialog.tsx')).ReportDialog }))

interface ReportedMessage {
  messageId: string
  /** The author's name. */
  name: string
}

/** Opens the report dialog for a message. */
export const ReportMessageContext = createContext<(message: ReportedMessage) => void>(() => {})

/**
 * Opens the report dialog for the messages below it. It is mounted above the virtual list, so that the dialog stays open
 * when its message is scrolled out of view and unmounted.
 */
export function ReportMessageProvider({ children }: { children: ReactNode }) {
  const [message, setMessage] = useState<ReportedMessage | null>(null)
  return (
    <ReportMessageContext value={setMessage}>
      {children}
      <Suspense fallback={null}>
        {message && (
          <ReportDialog
            reported={{ type: 'message', id: message.messageId, name: message.name }}
            onClose={() => setMessage(null)}
          />
        )}
      </Suspense>
    </ReportMessageContext>
  )
}
