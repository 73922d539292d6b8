import { useParams, useSearchParams } from 'react-router'
import { type ChatAddress, readChatAddress } from './api/conversation-paths.ts'
import { CharacterPicker } from './page/character-picker.tsx'
import { ConversationView } from './page/conversation-view.tsx'
import { ResumeChat } from './page/resume-chat.tsx'
import { SampleChat } from './page/sample-chat.tsx'
import { useKeyboardInset } from './page/use-keyboard-inset.ts'

/** The full-height chat page: one conversation, or the choice of a character. */
export function ChatPage() {
  const { conversationId } = useParams()
  const [query] = useSearchParams()
  const address = readChatAddress(conversationId, query)
  useKeyboardInset()
  return (
    <main
      id="main"
      tabIndex={-1}
      className="relative flex min-h-0 shrink grow basis-0 pb-[var(--keyboard-inset,0px)] outline-none"
    >
      <div aria-hidden className="footlight absolute inset-x-0 bottom-0 h-[420px] max-h-[60%]" />
      <ChatContent address={address} />
    </main>
  )
}

function ChatContent({ address }: { address: ChatAddress }) {
  if (address.kind === 'picker') return <CharacterPicker />
  if (address.kind === 'sample') return <SampleChat slug={address.slug} />
  if (address.kind === 'resume') return <ResumeChat characterId={address.characterId} />
  return <ConversationView address={address} />
}
