import type { Reported } from '#client/moderation/report-dialog.tsx'
import type { ConversationPatch } from '#shared/conversations.ts'
import type { ConversationCharacter } from '../api/use-conversation-character.ts'
import type { ConversationPanels } from '../dialogs.ts'
import type { ConversationStore } from '../store/conversation-store.ts'

export interface CommandContext {
  store: ConversationStore
  character: ConversationCharacter
  /** The name of the user's account, as characters say it. */
  ownName: string
  panels: ConversationPanels
  openConversations: () => void
  report: (reported: Reported) => void
  /** Copies the story up to a message to a conversation of its own, and opens it. Resolves with whether it was done. */
  copyConversation: (messageId: string) => Promise<boolean>
  /** Renames, pins, archives or files the conversation. Rejects with what is wrong. */
  change: (changes: ConversationPatch) => Promise<void>
  deleteConversation: () => void
  startNewChat: () => void
  openPage: (path: string) => void
  openSearch: (query: string) => void
  write: (text: string) => void
}

/** The text for the user when a command could not run. */
export type Problem = string | undefined

/** Ends a command with such a text. */
export class CommandProblem extends Error {}

/** A command of the composer: `/name args`. To add one, write it in this folder and add it to `list.ts`. */
export interface ChatCommand {
  /** In lower case, without the slash. */
  name: string
  aliases?: readonly string[]
  /** The argument, as the list shows it: `[hint]`. */
  args?: string
  /** The values of the argument that the list offers. */
  complete?: (context: CommandContext) => readonly string[] | Promise<readonly string[]>
  /** Whether choosing it from the list runs it, although it has an argument. */
  runsAlone?: boolean
  /** One sentence without a full stop. */
  description: string
  /** Whether it changes the story: it then cannot run during a reply, or when the character is unavailable. */
  changesStory?: boolean
  /** If it returns a problem, the command stays in the composer. */
  run: (args: string, context: CommandContext) => Problem | Promise<Problem>
}

/** The problem of a command that changes the story during a reply. */
export const waitText = 'Wait until the reply has ended, or stop it.'

/** Characters of the argument that a problem repeats. */
const quoted = 40

/** What was typed, in quotation marks and shortened. */
export function quote(text: string): string {
  return `“${text.length > quoted ? `${text.slice(0, quoted).toWellFormed()}…` : text}”`
}
