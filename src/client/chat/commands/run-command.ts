import { ZodError } from 'zod'
import { errorText } from '#client/lib/http.ts'
import { type ChatCommand, type CommandContext, CommandProblem, waitText } from './command.ts'

/** Runs a command. Resolves with why it was not done, or an empty text. */
export async function runCommand(command: ChatCommand, args: string, context: CommandContext): Promise<string> {
  const { turn, isChanging, phase, conversation } = context.store.state.getState()
  if (phase !== 'open') return 'The conversation is still being opened.'
  if (command.changesStory) {
    if (turn !== 'idle' || isChanging) return waitText
    if (conversation?.characterAvailable === false) {
      return `${context.character.name} is no longer available. You can only read this conversation.`
    }
  }
  try {
    return (await command.run(args, context)) ?? ''
  } catch (error) {
    context.store.pages.refreshIfGone(error)
    if (error instanceof CommandProblem) return error.message
    if (error instanceof ZodError) return error.issues[0]?.message ?? errorText(error)
    return errorText(error)
  }
}
