import { createContext, type ReactNode, useState } from 'react'
import { lazyPart } from '#client/ui/lazy-part.tsx'
import type { ConversationStore } from '../store/conversation-store.ts'
import { useConversationState } from '../store/use-conversation.ts'

const HintDialog = lazyPart(async () => (await import('./hint-dialog.tsx')).HintDialog)
const NameBranchDialog = lazyPart(async () => (await import('./name-branch-dialog.tsx')).NameBranchDialog)
const PromptDialog = lazyPart(async () => (await import('./prompt-dialog.tsx')).PromptDialog)
const CompareDialog = lazyPart(async () => (await import('./compare-dialog.tsx')).CompareDialog)

interface OpenDialog {
  kind: 'hint' | 'compare' | 'name' | 'prompt'
  /** The key of the message. */
  key: string
}

export type OpenMessageDialog = (dialog: OpenDialog) => void

export const MessageDialogContext = createContext<OpenMessageDialog>(() => {})

/** The dialogs about a message. They are above the virtual list, and stay open when their message is scrolled away. */
export function MessageDialogs({ store, children }: { store: ConversationStore; children: ReactNode }) {
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const message = useConversationState(store, ({ messages }) => messages.find(({ key }) => key === dialog?.key))
  const onClose = () => setDialog(null)
  return (
    <MessageDialogContext value={setDialog}>
      {children}
      {message && dialog?.kind === 'hint' && <HintDialog store={store} message={message} onClose={onClose} />}
      {message?.id && dialog?.kind === 'name' && (
        <NameBranchDialog
          store={store}
          messageId={message.id}
          name={message.names[message.id] ?? ''}
          onClose={onClose}
        />
      )}
      {message && dialog?.kind === 'prompt' && <PromptDialog store={store} message={message} onClose={onClose} />}
      {message && dialog?.kind === 'compare' && <CompareDialog store={store} message={message} onClose={onClose} />}
    </MessageDialogContext>
  )
}
