import { useMemo } from 'react'
import { useUser } from '#client/accounts/session.ts'
import type { ConversationMessage } from '#client/chat/store/messages.ts'

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
