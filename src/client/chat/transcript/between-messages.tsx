import { CircleHelp } from 'lucide-react'
import { useMemo } from 'react'
import { useUser } from '#client/accounts/session.ts'
import { Button } from '#client/ui/button.tsx'
import { memoryPanel } from '../dialogs.ts'
import type { ConversationMessage } from '../store/messages.ts'
import { describeChange, describeWhisper } from '../store/scene-state.ts'
import { useConversationState, useConversationStore } from '../store/use-conversation.ts'

/** Says that the messages above do not fit into the next prompt. */
export function ContextHorizon({ name }: { name: string }) {
  const store = useConversationStore()
  return (
    <details className="mb-[26px] text-ink-soft text-sm">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-3 rounded-md before:flex-1 before:border-line before:border-t after:flex-1 after:border-line after:border-t">
        <span dir="auto" className="max-w-[75%] text-balance text-center [overflow-wrap:anywhere]">
          {name} remembers what is above in short, not word for word{' '}
          <CircleHelp aria-hidden size={15} className="inline align-[-2px]" />
        </span>
      </summary>
      <div className="mx-auto mt-1 flex max-w-[60ch] flex-col items-center gap-1 text-center">
        <p>
          The AI model reads only so much text for each reply, and the messages above no longer fit. Where the memory of
          this chat is on, it keeps a summary and facts of them, and finds passages that matter again.
        </p>
        <Button variant="quiet" onClick={() => memoryPanel.open({ store, name })}>
          Open the memory
        </Button>
      </div>
    </details>
  )
}

type Shown = Pick<ConversationMessage, 'id' | 'horizonId' | 'content' | 'excluded'>

/** The id of the first message that the next prompt is expected to have word for word; undefined if none before it is missing. */
export function findHorizon(messages: readonly Shown[], hasMore: boolean): string | undefined {
  const id = messages.findLast(({ horizonId }) => horizonId !== undefined)?.horizonId
  const before = messages.slice(
    0,
    messages.findIndex((message) => message.id === id),
  )
  const isMissing = hasMore || before.some(({ content, excluded }) => content !== '' && !excluded)
  return isMissing ? id : undefined
}

/** Says that the user has another name from here on. */
export function NameChange({ name }: { name: string | undefined }) {
  if (name === undefined) return null
  return (
    <p dir="auto" className="mb-[26px] text-center text-ink-soft text-sm">
      You are {name} from here on
    </p>
  )
}

/** The names that the user takes, by the key of the first message under them. */
export function useNameChanges(messages: readonly ConversationMessage[]): ReadonlyMap<string, string> {
  const { name, playerName } = useUser()
  return useMemo(() => findNameChanges(messages, playerName ?? name), [messages, playerName, name])
}

type Said = Pick<ConversationMessage, 'key' | 'role' | 'persona'>

/**
 * Where the name of the user changes: the names by the key of the first message under them. No change is found before
 * the first message that is loaded.
 *
 * @param ownName the name of the account
 */
export function findNameChanges(messages: readonly Said[], ownName: string): Map<string, string> {
  const changes = new Map<string, string>()
  let present: string | null = null
  for (const { key, role, persona } of messages) {
    if (role !== 'user') continue
    const name = persona?.name ?? ownName
    if (present !== null && name !== present) changes.set(key, name)
    present = name
  }
  return changes
}

interface SceneChangeProps {
  /** The message before; undefined before the first one that is loaded. */
  before: ConversationMessage | undefined
  /** The message after; undefined after the newest one. */
  after: ConversationMessage | undefined
}

export function SceneChange({ before, after }: SceneChangeProps) {
  const scene = useConversationState((state) => state.scene)
  const ownId = useConversationState((state) => state.characterId)
  // After a whisper, those who are present are compared with those before it; undefined if that is not loaded.
  const heardBefore = useConversationState(({ messages }) =>
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
