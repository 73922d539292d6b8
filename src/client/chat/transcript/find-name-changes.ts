import type { ConversationMessage } from '../store/messages.ts'

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
