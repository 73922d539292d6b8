import { useMemo } from 'react'
import { useUser } from '#client/accounts/session.ts'
import type { ConversationMessage } from '../store/messages.ts'
import { findNameChanges } from './find-name-changes.ts'

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
