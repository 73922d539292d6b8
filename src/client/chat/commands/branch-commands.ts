import { BranchName } from '#shared/branches.ts'
import { goBack, swipeTo } from '../actions/message-actions.ts'
import { nameBranch } from '../api/conversation-api.ts'
import { nameBranchDialog } from '../dialogs.ts'
import type { ChatCommand } from './command.ts'
import { findMessageBack } from './find-message.ts'

export const branchCommands: readonly ChatCommand[] = [
  {
    name: 'go',
    args: '[number]',
    runsAlone: true,
    description: 'Go back by this many messages. Without a number: show again what came after',
    changesStory: true,
    run: async (number, context) => {
      const next = context.store.state.getState().later.at(-1)
      if (number === '') {
        if (!next) return 'Nothing comes after this message. To go back, write by how many messages: /go 2'
        return (await swipeTo(context.store, next)) ? undefined : 'The story was not changed.'
      }
      const message = findMessageBack(context, 'go', number.replace(/^-/, ''))
      if (message.key === context.store.state.getState().messages.at(-1)?.key) {
        return 'That is where you are. Write by how many messages to go back: /go 2'
      }
      return (await goBack(context.store, message.id)) ? undefined : 'The story was not changed.'
    },
  },
  {
    name: 'map',
    aliases: ['branches'],
    args: '[number]',
    runsAlone: true,
    description: 'Open the story map',
    run: (number, context) => {
      const message = number === '' ? null : findMessageBack(context, 'map', number)
      context.panels.storyMap(message?.id)
    },
  },
  {
    name: 'branch',
    aliases: ['bookmark'],
    args: '[name]',
    runsAlone: true,
    description: 'Name the branch that begins with the newest message',
    run: async (name, context) => {
      const { store } = context
      const message = findMessageBack(context, 'branch', '')
      const { conversationId } = store.state.getState()
      if (!conversationId) return 'The conversation is still being opened.'
      if (name === '')
        return void nameBranchDialog.open({ store, messageId: message.id, name: message.names[message.id] })
      const { name: cleaned } = BranchName.parse({ name })
      await nameBranch(conversationId, message.id, cleaned)
      store.showBranchName(message.id, cleaned)
    },
  },
  {
    name: 'fork',
    args: '[number]',
    runsAlone: true,
    description: 'Branch from a message to a new conversation',
    run: async (number, context) => {
      const message = findMessageBack(context, 'fork', number)
      return (await context.copyConversation(message.id)) ? undefined : 'The story was not copied.'
    },
  },
]
