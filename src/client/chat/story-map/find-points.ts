import type { MapMessage, StoryMap } from '#shared/branches.ts'
import { foldText } from '#shared/fold-text.ts'

/** The most messages that a search shows. */
const maxFound = 30

/** Branches whose name contains the words, then messages whose beginning does. Without words, all named branches. */
export function findMessages({ messages }: StoryMap, words: string): MapMessage[] {
  const wanted = foldText(words.trim())
  const has = (text: string | undefined) => text !== undefined && foldText(text).includes(wanted)
  const named = messages.filter(({ name }) => has(name))
  if (wanted === '') return named.slice(0, maxFound)
  const others = messages.filter(({ name, text }) => !has(name) && has(text))
  return [...named, ...others].slice(0, maxFound)
}
