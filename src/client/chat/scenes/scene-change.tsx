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

export function SceneChange({ store, before, after }: SceneChangeProps) {
  const scene = useConversationState(store, (state) => state.scene)
  const ownId = useConversationState(store, (state) => state.characterId)
  // After a whisper, those who are present are compared with those before it; undefined if that is not loaded.
  const heardBefore = useConversationState(store, ({ messages }) =>
    before?.whisper
      ? messages.slice(0, messages.indexOf(before)).findLast(({ whisper }) => !whisper)?.audience
      : undefined,
  )
  if (!scene) return null
  const { participants } = scene
  const present = participants.filter((one) => one.present).map(({ characterId }) => characterId)
  const from = before?.whisper ? heardBefore : before?.audience
  const next = after ? after.audience : present
  const change = from === undefined ? '' : describeChange(from, next, { ownId, participants })
  const whisper = before?.whisper ? '' : describeWhisper(after?.audience ?? null, participants)
  const text = after?.whisper ? whisper : change
  if (!text) return null
  return (
    <p dir="auto" className="mb-[26px] text-center font-prose text-ink-soft text-sm italic">
      {text}
    </p>
  )
}
