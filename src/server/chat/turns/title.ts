import { chatLimits } from '#shared/chat.ts'

/** The beginning of the first message is the title of a conversation until the user renames it. */
export function titleFrom(message: string): string {
  const text = message.replaceAll(/\s+/g, ' ').trim()
  const beginning = [...text].slice(0, 60).join('')
  return beginning.length < text.length ? `${beginning.trimEnd()}…`.slice(0, chatLimits.title) : beginning
}
