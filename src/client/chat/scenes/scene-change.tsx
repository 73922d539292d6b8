import type { ConversationStore } from '../store/conversation-store.ts'
import type { ConversationMessage } from '../store/messages.ts'
import { describeChange, describeWhisper } from '../store/scene-state.ts'
import { useConversationState } from '../store/use-conversation.ts'

interface SceneChangeProps {
  store: ConversationStore
  /** The message before; undefined before the first one that is loaded. */
  before: ConversationMessage | undefined
  /** The message after; undefined after the newest one. */
  after: ConversationMessage | undefined
}

/** Says who joined and who left between two messages. */
export function SceneChange({ store, before, after }: SceneChangeProps) {
  const scene = useConversationState(store, (state) => state.scene)
  const ownId = useConversationState(store, (state) => state.characterId)
  if (!scene || !before) return null
  const { participants } = scene
  const present = participants.filter((one) => one.present).map(({ characterId }) => characterId)
  const text = after?.whisper && !before.whisper ? describeWhisper(after.audience, participants) : ''
  const isOver = before.whisper && !after?.whisper
  const change =
    after?.whisper || isOver
      ? ''
      : describeChange(before.audience, after ? after.audience : present, { ownId, participants })
  if (!text && !change) return null
  return (
    <p dir="auto" className="mb-[26px] text-center font-prose text-ink-soft text-sm italic">
      {text || change}
    </p>
  )
}
