import { cleanText } from '#shared/clean-text.ts'
import { foldText } from '#shared/fold-text.ts'
import type { ChatCommand } from './command.ts'

/** A command in the composer; there may be none of this name. */
export interface TypedCommand {
  /** In lower case. */
  name: string
  args: string
  /** Whether the name is still being typed. */
  isOpen: boolean
}

/** Null for a message. A message that begins with a slash is typed with two slashes or a space before it. */
export function parseCommand(text: string): TypedCommand | null {
  const [, name, space, args] = /^\/(?!\/)(\S*)(\s*)([\s\S]*)$/.exec(text) ?? []
  if (name === undefined) return null
  return { name: name.toLowerCase(), args: cleanText(args ?? ''), isOpen: space === '' }
}

/** The message of a draft that is not a command. */
export const unescapeMessage = (text: string): string => (text.startsWith('//') ? text.slice(1) : text)

export function findCommand(commands: readonly ChatCommand[], name: string): ChatCommand | undefined {
  return commands.find((command) => command.name === name || command.aliases?.includes(name))
}

/** The commands that begin with what was typed, those by their own name first. */
export function matchCommands(commands: readonly ChatCommand[], name: string): ChatCommand[] {
  const byName = commands.filter((command) => command.name.startsWith(name))
  const byAlias = commands.filter((command) => command.aliases?.some((alias) => alias.startsWith(name)))
  return [...new Set([...byName, ...byAlias])]
}

/** The values that contain what was typed, those that begin with it first; none if it equals one of them. */
export function matchValues(values: readonly string[], typed: string): string[] {
  const wanted = foldText(typed)
  const folded = values.map((value) => ({ value, text: foldText(value) }))
  if (folded.some(({ text }) => text === wanted)) return []
  const first = folded.filter(({ text }) => text.startsWith(wanted))
  const others = folded.filter(({ text }) => !text.startsWith(wanted) && text.includes(wanted))
  return [...first, ...others].map(({ value }) => value)
}
