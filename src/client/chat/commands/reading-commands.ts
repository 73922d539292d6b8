import { queryClient, queryOf } from '#client/lib/query-client.ts'
import { setReducedMotion } from '#client/lib/reduced-motion.ts'
import { useSite } from '#client/lib/site.ts'
import { expandText, toggleReplyBar } from '../quick-replies/quick-replies.ts'
import { changeReadingSettings, getReadingSettings, type ReadingSettings, rates } from '../reading/reading-settings.ts'
import { canRecognise, toggleDictation } from '../speech/dictation.ts'
import { controlSpeech, loadSpeaker, speechState } from '../speech/speech-state.ts'
import { findConnectedVoices, listBrowserVoices } from '../speech/voices.ts'
import { type ChatCommand, type CommandContext, quote, waitText } from './command.ts'
import { findByName } from './find-by-name.ts'
import { findMessageBack } from './find-message.ts'

const setting = (name: string, changes: Partial<ReadingSettings>) => ({
  name,
  apply: () => changeReadingSettings(changes),
})
const paces = Array.from({ length: Math.round((rates.max - rates.min) / rates.step) + 1 }, (_, at) =>
  Number((rates.min + at * rates.step).toFixed(1)),
)

/** The arguments of `/reading`: the settings of the reading panel, except voices. */
const settings: readonly { name: string; apply: () => void }[] = [
  ...(['small', 'medium', 'large', 'larger'] as const).map((size) => setting(`size ${size}`, { size })),
  setting('lines short', { measure: 'narrow' }),
  setting('lines medium', { measure: 'medium' }),
  setting('lines long', { measure: 'wide' }),
  setting('curly quotes on', { typesetQuotes: true }),
  setting('curly quotes off', { typesetQuotes: false }),
  setting('times on', { showTimes: true }),
  setting('times off', { showTimes: false }),
  { name: 'less motion on', apply: () => setReducedMotion(true) },
  { name: 'less motion off', apply: () => setReducedMotion(false) },
  setting('aloud on', { narrate: true }),
  setting('aloud off', { narrate: false }),
  ...paces.map((rate) => setting(`pace ${rate.toFixed(1)}`, { rate })),
  setting('dictation on', { dictation: true }),
  setting('dictation off', { dictation: false }),
]

const noVoice = 'There are no voices here, and your browser has none. Install one in the settings of your device.'

/** The character that spoke last, or the conversation's own if none has spoken. */
function lastSpeaker({ store, character }: CommandContext): string {
  const { messages } = store.state.getState()
  return messages.findLast(({ role }) => role === 'character')?.speakerId ?? character.id
}

const listQuickReplies = async () => {
  const { replies } = await queryClient.fetchQuery(queryOf('GET /api/quick-replies'))
  return replies.map((reply) => ({ ...reply, name: reply.label }))
}

const speechActions = ['pause', 'resume', 'stop'] as const

/** The connected voices and those of the browser, by their names. */
async function listVoices(): Promise<{ name: string; id: string }[]> {
  return [
    ...(await findConnectedVoices()).map(({ id, label }) => ({ id, name: label })),
    ...listBrowserVoices().map(({ voiceURI, name }) => ({ id: voiceURI, name })),
  ]
}

export const readingCommands: readonly ChatCommand[] = [
  {
    name: 'read',
    args: '[number, pause, resume or stop]',
    runsAlone: true,
    complete: () => (speechState.getState().key === null ? [] : speechActions),
    description: 'Read a message aloud',
    run: async (wanted, context) => {
      if ((await listVoices()).length === 0) return noVoice
      const action = speechActions.find((name) => name === wanted.toLowerCase())
      if (action) return controlSpeech(action) ? undefined : 'Nothing is being read aloud.'
      const message = findMessageBack(context, 'read', wanted)
      if (message.content === '') return 'This message has no text.'
      await (await loadSpeaker()).readMessage(context.store, message)
    },
  },
  {
    name: 'voice',
    args: '[name]',
    complete: async () => (await listVoices()).map(({ name }) => name),
    description: 'Choose the voice of the character that spoke last',
    run: async (name, context) => {
      const all = await listVoices()
      if (all.length === 0) return noVoice
      if (name === '') return void context.panels.reading()
      const found = findByName(all, name)
      if (!found) return `There is no voice ${quote(name)}. Write /voice alone to see them all.`
      const { voices } = getReadingSettings()
      changeReadingSettings({ voices: { ...voices, [lastSpeaker(context)]: found.id } })
    },
  },
  {
    name: 'reading',
    args: '[setting]',
    runsAlone: true,
    complete: () => settings.map(({ name }) => name),
    description: 'Change how messages look and are read aloud',
    run: (wanted, { panels }) => {
      if (wanted === '') return void panels.reading()
      const words = wanted.toLowerCase().replaceAll(/\s+/g, ' ')
      const found = settings.find(({ name }) => name === words)
      if (!found)
        return `There is no reading setting ${quote(wanted)}. Write for example /reading size large, or /reading alone.`
      found.apply()
    },
  },
  {
    name: 'replies',
    aliases: ['quick'],
    args: '[label]',
    runsAlone: true,
    complete: async () => (await listQuickReplies()).map(({ name }) => name),
    description: 'Use one of your quick replies, or edit them',
    run: async (label, context) => {
      if (label === '') return void context.panels.quickReplies()
      const { store, character } = context
      const found = findByName(await listQuickReplies(), label)
      if (!found) return `You have no quick reply ${quote(label)}. Write /replies alone to see them all.`
      if (found.sendNow && store.state.getState().turn !== 'idle') return waitText
      const text = await expandText(store, found.text, character.name)
      if (found.sendNow) store.send(text)
      else context.write(text)
    },
  },
  {
    name: 'reply-bar',
    description: 'Show the bar of quick replies, or hide it',
    run: async () => {
      if ((await listQuickReplies()).length === 0) return 'You have no quick replies. Write /replies to add some.'
      return void toggleReplyBar()
    },
  },
  {
    name: 'dictate',
    description: 'Write what you say into the message, or stop listening',
    run: () => {
      if (!useSite.getState().transcribes && !canRecognise) return 'Your browser cannot turn speech into text.'
      return toggleDictation() ? undefined : 'Dictation is off. Write /reading dictation on to switch it on.'
    },
  },
  {
    name: 'help',
    aliases: ['commands'],
    description: 'Show all commands',
    run: (_, { panels }) => void panels.commands(),
  },
]
