import { createContext, lazy, type ReactNode, Suspense, useState } from 'react'
import type { ConversationStore } from '../store/conversation-store.ts'
import { useConversationState } from '../store/use-conversation.ts'

const HintDialog = lazy(async () => ({ default: (await import('./hint-dialog.tsx')).HintDialog }))
const CompareDialog = lazy(async () => ({ default: (await import('./compare-dialog.tsx')).CompareDialog }))

interface OpenDialog {
  kind: 'hint' | 'compare'
  /** The key of the message. */
  key: string
}

export const MessageDialogContext = createContext<(dialog: OpenDialog) => void>(() => {})

/** The dialogs about a message. They are above the virtual list, and stay open when their message is scrolled away. */
export function MessageDialogs({ store, children }: { store: ConversationStore; children: ReactNode }) {
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const message = useConversationState(store, ({ messages }) => messages.find(({ key }) => key === dialog?.key))
  const onClose = () => setDialog(null)
  return (
    <MessageDialogContext value={setDialog}>
      {children}
      <Suspense fallback={null}>
        {message && dialog?.kind === 'hint' && <HintDialog store={store} message={message} onClose={onClose} />}
        {message && dialog?.kind === 'compare' && <CompareDialog store={store} message={message} onClose={onClose} />}
      </Suspense>
    </MessageDialogContext>
  )
}
