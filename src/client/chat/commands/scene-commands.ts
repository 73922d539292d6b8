import { editCharacterPath } from '#client/lib/paths.ts'
import { queryClient, queryOf } from '#client/lib/query-client.ts'
import { toast } from '#client/ui/toast-store.ts'
import { foldText } from '#shared/fold-text.ts'
import { type Participant, sceneLimits, turnOrders } from '#shared/scenes.ts'
import { moveCharacter, notMoved, orderNotChanged, setTurnOrder } from '../actions/message-actions.ts'
import { refreshPersonas, switchPersona } from '../personas/api.ts'
import { turnOrderNames } from '../scenes/turn-orders.ts'
import { type ChatCommand, type CommandContext, CommandProblem, quote } from './command.ts'
import { findByName } from './find-by-name.ts'

const participantsOf = ({ store }: CommandContext) => store.state.getState().scene?.participants ?? []
const presentOf = (context: CommandContext) => participantsOf(context).filter(({ present }) => present)
const speakersOf = (context: CommandContext) => presentOf(context).filter(({ available }) => available)
const awayOf = (context: CommandContext) =>
  participantsOf(context).filter(({ present, available }) => !present && available)
const namesOf = (all: readonly { name: string }[]) => all.map(({ name }) => name)

const move = async (kind: 'join' | 'leave', participant: Participant, { store }: CommandContext) =>
  (await moveCharacter(store, kind, participant)) ? undefined : `${notMoved(kind, participant.name)}.`

/** The names of the user's personas and their ids, the account's own name first. */
async function listPersonas({ ownName }: CommandContext): Promise<{ id: string | null; name: string }[]> {
  const all = await queryClient.fetchQuery(queryOf('GET /api/personas'))
  return [{ id: null, name: ownName }, ...all.personas]
}

/** Who is to speak. */
function findSpeaker(command: string, name: string, context: CommandContext): Participant {
  const present = speakersOf(context)
  if (present.length === 0) throw new CommandProblem('In this conversation only one character speaks. Write /continue.')
  const choices = present.map((one) => `/${command} ${one.name}`).join(' or ')
  const found = findByName(present, name)
  if (!found) throw new CommandProblem(`Write who is to speak: ${choices}`)
  return found
}

const firstWord = (text: string) => text.trim().split(/\s+/, 1)[0] ?? ''

export const sceneCommands: readonly ChatCommand[] = [
  {
    name: 'persona',
    aliases: ['as'],
    args: '[name]',
    complete: async (context) => namesOf(await listPersonas(context)),
    description: 'Choose who you are from the next message on',
    run: async (name, context) => {
      if (name === '') return void context.panels.persona()
      const found = findByName(await listPersonas(context), name)
      if (!found) return `You have no persona ${quote(name)}. Write /persona alone to see them all.`
      await switchPersona(context.store, found.id)
    },
  },
  {
    name: 'personas',
    description: 'Write, change and delete your personas',
    run: (_, { openPage }) => void openPage('/personas'),
  },
  {
    name: 'default-persona',
    args: '[name]',
    complete: async (context) => namesOf(await listPersonas(context)),
    description: 'Choose who you are in all conversations that have no persona of their own',
    run: async (name, context) => {
      if (name === '') return void context.openPage('/personas')
      const found = findByName(await listPersonas(context), name)
      if (!found) return `You have no persona ${quote(name)}. Write /personas to see them all.`
      await switchPersona(context.store, found.id, 'account')
      await refreshPersonas()
      toast({
        title: `You are ${found.name} in all conversations`,
        description: 'Except where you chose somebody else.',
      })
    },
  },
  {
    name: 'join',
    aliases: ['add'],
    args: '[name]',
    complete: (context) => namesOf(awayOf(context)),
    description: 'Bring a character back, or choose one to add',
    changesStory: true,
    run: async (name, context) => {
      if (name === '') return void context.panels.scene()
      const found = findByName(awayOf(context), name)
      if (!found) return `${quote(name)} is not away from this scene. Write /join alone to choose a character.`
      if (presentOf(context).length >= sceneLimits.present) {
        return `A scene can have ${sceneLimits.present} characters at a time. Write /leave to send one away first.`
      }
      return move('join', found, context)
    },
  },
  {
    name: 'leave',
    aliases: ['away'],
    args: '[name]',
    complete: (context) => (presentOf(context).length > 1 ? namesOf(presentOf(context)) : []),
    description: 'Send a character away, who then hears nothing more',
    changesStory: true,
    run: async (name, context) => {
      const present = presentOf(context)
      if (present.length < 2) return 'Only a scene with several characters has one that can leave.'
      if (name === '') return void context.panels.scene()
      const found = findByName(present, name)
      if (!found) return `${quote(name)} is not in this scene. Write /leave alone to see who is.`
      return move('leave', found, context)
    },
  },
  {
    name: 'speak',
    aliases: ['turn'],
    args: '[name]',
    complete: (context) => namesOf(speakersOf(context)),
    description: 'Let this character speak now',
    changesStory: true,
    run: (name, context) => {
      const found = findSpeaker('speak', name, context)
      context.store.pickSpeaker(found.characterId)
      context.store.send('')
    },
  },
  {
    name: 'whisper',
    aliases: ['w'],
    args: '[name] [what to say]',
    complete: (context) => namesOf(speakersOf(context)),
    description: 'Say something that only one character hears',
    changesStory: true,
    run: (input, context) => {
      const present = speakersOf(context)
      const named = present.filter(({ name }) => foldText(input).startsWith(`${foldText(name)} `))
      const longest = named.toSorted((a, b) => b.name.length - a.name.length)[0]
      const found = longest ?? findSpeaker('whisper', firstWord(input), context)
      const isWhole = foldText(input).startsWith(foldText(found.name))
      const message = (isWhole ? input.trim().slice(found.name.length) : input.trim().replace(/^\S+/, '')).trim()
      if (message === '') return `Write what only ${found.name} hears: /whisper ${found.name} Come closer.`
      context.store.whisper(`/whisper ${input}`, { characterId: found.characterId, message })
    },
  },
  {
    name: 'pick',
    args: '[name]',
    complete: (context) => namesOf(speakersOf(context)),
    description: 'Pick who answers your next message',
    changesStory: true,
    run: (name, context) => {
      const found = findSpeaker('pick', name, context)
      context.store.pickSpeaker(found.characterId)
    },
  },
  {
    name: 'order',
    args: `[${turnOrders.join(', ')}]`,
    complete: () => turnOrders,
    description: 'Choose who speaks next in the scene',
    changesStory: true,
    run: async (wanted, context) => {
      if (participantsOf(context).length === 0) return 'Only a scene with several characters has a turn order.'
      if (wanted === '') return void context.panels.scene()
      const order = turnOrders.find((one) => one === wanted.toLowerCase() || turnOrderNames[one] === wanted)
      if (!order) return `There is no turn order ${quote(wanted)}. Choose ${turnOrders.join(', ')}.`
      return (await setTurnOrder(context.store, order)) ? undefined : `${orderNotChanged}.`
    },
  },
  {
    name: 'about',
    description: 'See what the character is, and rate or report it',
    run: (_, { character, panels }) =>
      character.current ? void panels.about() : `${character.name} is no longer available.`,
  },
  {
    name: 'edit-character',
    description: 'Change a character of yours',
    run: (_, { character, openPage }) =>
      character.current?.isMine
        ? void openPage(editCharacterPath(character.id))
        : `Only its author can change ${character.name}. Write /about to see the character.`,
  },
  {
    name: 'model',
    description: 'See which AI model writes the replies',
    run: (_, { panels }) => void panels.model(),
  },
]
