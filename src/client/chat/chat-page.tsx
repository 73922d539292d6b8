import { useParams, useSearchParams } from 'react-router'
import { CharacterPicker } from './character-picker.tsx'
import { readPlace } from './conversation-paths.ts'
import { Stage } from './stage.tsx'
import { useKeyboardInset } from './use-keyboard-inset.ts'

/** The full-height chat: a stage when someone was chosen, the choice when not. */
export function ChatPage() {
  const { conversationId } = useParams()
  const [query] = useSearchParams()
  const place = readPlace(conversationId, query)
  useKeyboardInset()
  return (
    <main
      id="main"
      tabIndex={-1}
      className="relative flex min-h-0 shrink grow basis-0 pb-[var(--keyboard-inset,0px)] outline-none"
    >
      <div aria-hidden className="footlight absolute inset-x-0 bottom-0 h-[420px] max-h-[60%]" />
      {place.kind === 'picker' ? <CharacterPicker /> : <Stage place={place} />}
    </main>
  )
}
