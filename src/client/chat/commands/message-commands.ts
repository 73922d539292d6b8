import { copyText } from '#client/ui/copy-button.tsx'
import { chatLimits } from '#shared/chat.ts'
import {
  canRegenerate,
  editMessage,
  editNewest,
  exclude,
  isCut,
  regenerate,
  remove,
  swipeTo,
  takeUndo,
} from '../actions/message-actions.ts'
import { compareDialog } from '../dialogs.ts'
import { positionOf } from '../store/messages.ts'
import { type ChatCommand, type CommandContext, CommandProblem, quote } from './command.ts'
import { findByName } from './find-by-name.ts'
import { findMessageBack } from './find-message.ts'
import { rollDice } from './roll-dice.ts'

const newest = ({ store }: CommandContext) => store.state.getState().messages.at(-1)

function assertHint(text: string): void {
  const { length } = text
  if (length <= chatLimits.hint) return
  throw new CommandProblem(
    `That is ${length.toLocaleString()} characters. Please say it in ${chatLimits.hint} or less.`,
  )
}

export const messageCommands: readonly ChatCommand[] = [
  {
    name: 'continue',
    aliases: ['cont'],
    description: 'Let the character continue',
    changesStory: true,
    run: (_, context) => {
      const message = newest(context)
      if (message && isCut(message)) context.store.continueReply(message.key)
      else context.store.send('')
    },
  },
  {
    name: 'regenerate',
    aliases: ['swipe', 'retry'],
    args: '[hint]',
    description: 'Write another version of the newest reply',
    changesStory: true,
    run: (hint, context) => {
      const message = newest(context)
      if (!message || !canRegenerate(message))
        return 'Only a reply that the model wrote can be written again, and the newest message is not one.'
      assertHint(hint)
      regenerate(context.store, message, { hint })
    },
  },
  {
    name: 'version',
    args: '[number, next or previous]',
    complete: (context) => {
      const count = newest(context)?.siblings.length ?? 0
      return count < 2 ? [] : ['previous', 'next', ...Array.from({ length: count }, (_, at) => String(at + 1))]
    },
    description: 'Show another version of the newest message',
    changesStory: true,
    run: async (wanted, context) => {
      const message = newest(context)
      if (!message || message.siblings.length < 2) return 'The newest message has only one version.'
      const { index, count } = positionOf(message)
      const steps: Record<string, number> = { next: index + 1, previous: index - 1 }
      const number = steps[wanted.toLowerCase()] ?? (/^\d{1,4}$/.test(wanted) ? Number(wanted) : Number.NaN)
      const version = message.siblings[number - 1]
      if (!version)
        return `This is version ${index} of ${count}. Write which one to show: /version ${index === 1 ? 2 : 1}`
      return (await swipeTo(context.store, version)) ? undefined : 'The version was not shown.'
    },
  },
  {
    name: 'compare',
    args: '[number]',
    runsAlone: true,
    description: 'Compare the versions of a message',
    run: (number, context) => {
      const message = findMessageBack(context, 'compare', number)
      if (message.siblings.length < 2) return 'This message has only one version.'
      compareDialog.open({ store: context.store, message })
    },
  },
  {
    name: 'stop',
    description: 'Stop the running reply',
    run: async (_, { store }) => {
      if (store.state.getState().turn === 'idle') return 'No reply is running.'
      await store.stop()
    },
  },
  {
    name: 'impersonate',
    aliases: ['draft'],
    args: '[what to say]',
    runsAlone: true,
    description: 'Let the model write your next message',
    changesStory: true,
    run: async (idea, { store, write }) => {
      assertHint(idea)
      write(idea)
      const refused = await store.writeDraft()
      // Empty, so that `useCommandInput` restores the whole command.
      if (refused) write('')
      return refused
    },
  },
  {
    name: 'edit',
    args: '[number]',
    runsAlone: true,
    description: 'Edit your newest message, or the one that is so many messages back',
    changesStory: true,
    run: (number, context) => {
      if (number === '') return editNewest(context.store) ? undefined : 'There is no message of yours to edit.'
      const message = findMessageBack(context, 'edit', number)
      if (message.finish === 'help' || message.status === 'redacted') return 'This message cannot be edited.'
      editMessage(context.store, message)
    },
  },
  {
    name: 'copy',
    args: '[number]',
    runsAlone: true,
    description: 'Copy a message',
    run: async (number, context) => {
      const message = findMessageBack(context, 'copy', number)
      if (message.content === '') return 'This message has no text.'
      return (await copyText(message.content)) ? undefined : 'The message was not copied.'
    },
  },
  {
    name: 'hide',
    args: '[number]',
    description: 'Hide a message from the characters: it stays here, and they do not know it',
    changesStory: true,
    run: (number, context) => hide(number, context, true),
  },
  {
    name: 'unhide',
    args: '[number]',
    description: 'Show a hidden message to the characters again',
    changesStory: true,
    run: (number, context) => hide(number, context, false),
  },
  {
    name: 'delete',
    args: '[number]',
    runsAlone: true,
    description: 'Delete the newest message, or an earlier one with what follows it',
    changesStory: true,
    run: async (number, context) => {
      const message = findMessageBack(context, 'delete', number)
      if (message.parentId === null && message.siblings.length < 2) return 'The first message cannot be deleted.'
      return (await remove(context.store, message)) ? undefined : 'The message was not deleted.'
    },
  },
  {
    name: 'undo',
    description: 'Undo the last deletion, or going back',
    changesStory: true,
    run: (_, { store }) => {
      const undo = takeUndo(store)
      if (!undo) return 'There is nothing to undo on this page.'
      undo()
    },
  },
  {
    name: 'report',
    args: '[number, or a character]',
    complete: (context) => charactersOf(context).map(({ name }) => name),
    runsAlone: true,
    description: 'Report the newest reply, an earlier one, or a character',
    run: (wanted, context) => {
      const all = charactersOf(context)
      const found = wanted === 'character' ? all[0] : findByName(all, wanted)
      if (found?.isMine) return `${found.name} is a character of yours. Write /edit-character to change it.`
      if (found) return void context.report({ type: 'character', ...found })
      if (wanted !== '' && !/^\d+$/.test(wanted)) {
        return `${quote(wanted)} is not a character of this conversation. Write /report alone for the newest reply, /report 2 for an earlier one, or /report ${all[0]?.name}.`
      }
      const message = findMessageBack(context, 'report', wanted)
      if (message.role === 'user')
        return 'Only what a character says can be reported. Write how many messages back it is: /report 1'
      context.report({ type: 'message', id: message.id, name: speakerOf(message.speakerId, context) })
    },
  },
  {
    name: 'roll',
    args: '[dice]',
    complete: () => ['d6', 'd20', '2d6', '3d6', 'd100'],
    description: 'Roll dice into your message: d20, 2d6+1',
    run: (dice, { write }) => {
      const rolled = rollDice(dice || 'd20', Math.random)
      if (rolled === null) return `${quote(dice)} cannot be rolled. Write d20, 3d6 or 2d6+1.`
      write(rolled)
    },
  },
]

async function hide(number: string, context: CommandContext, isHidden: boolean): Promise<string | undefined> {
  const message = findMessageBack(context, isHidden ? 'hide' : 'unhide', number)
  if (message.excluded === isHidden) return isHidden ? 'This message is hidden already.' : 'This message is not hidden.'
  return (await exclude(context.store, message.id, isHidden)) ? undefined : 'Nothing was changed.'
}

/** The characters of the conversation, its own first. */
function charactersOf({ store, character }: CommandContext) {
  const { scene } = store.state.getState()
  const own = { id: character.id, name: character.name, isMine: character.current?.isMine ?? false }
  const others = (scene?.participants ?? []).filter(({ characterId }) => characterId !== own.id)
  return [own, ...others.map(({ characterId: id, name }) => ({ id, name, isMine: false }))]
}

const speakerOf = (speakerId: string | null | undefined, context: CommandContext) =>
  charactersOf(context).find(({ id }) => id === speakerId)?.name ?? context.character.name
