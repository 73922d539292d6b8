import { beginOf } from '#client/lib/reply-stream.ts'
import type { CharacterFields } from '#shared/characters.ts'
import { createUnsavedChat } from '../unsaved-chat.ts'

/** A chat with the character as the form has it; `id` if it is saved. It is in this tab only, and is gone with the page. */
export function createTryChat(id: string | null) {
  const chat = createUnsavedChat()
  const send = (values: CharacterFields, message: string, greeting: string) =>
    chat.send(
      (said) =>
        beginOf('POST /api/characters/try', { body: { id: id ?? undefined, fields: fieldsOf(values), ...said } }),
      message,
      greeting,
    )
  return { ...chat, send }
}

export type TryChat = ReturnType<typeof createTryChat>

/** What is missing yet does not keep a character from being tried. */
function fieldsOf({ name, description, contentRating, ...values }: CharacterFields): Partial<CharacterFields> {
  return {
    ...values,
    ...(name.trim() && { name }),
    ...(description.trim() && { description }),
    ...(contentRating && { contentRating }),
  }
}
