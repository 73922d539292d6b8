import { addressOf } from '#client/lib/http.ts'
import { queryClient, queryOf } from '#client/lib/query-client.ts'
import { tryOrNull } from '#client/lib/try-or-null.ts'
import { toastError } from '#client/ui/toast-error.ts'
import { getReadingSettings } from '../reading/reading-settings.ts'
import type { ConversationStore } from '../store/conversation-store.ts'
import type { ConversationMessage } from '../store/messages.ts'
import { chooseVoices } from './choose-voices.ts'
import { prepareConnected, sayConnected, unlockPlayers } from './connected-voice.ts'
import { type Say, Speaker, type SpokenMessage } from './speaker.ts'
import { type SpokenSentence, speechState, type Voice } from './speech-state.ts'
import { hasQuotedSpeech, type RoleVoices, type SplitOptions, splitSpeech } from './split-speech.ts'
import { findConnectedVoices, listBrowserVoices } from './voices.ts'

const sayInBrowser: Say = ({ text, voice: { browser } }, { onSound, onEnd }) => {
  const { speechSynthesis: synthesis } = window
  // Without a voice, some browsers never call back.
  if (!synthesis || listBrowserVoices().length === 0) {
    onEnd('Your browser has no voices.')
    return () => {}
  }
  const utterance = new SpeechSynthesisUtterance(text)
  const voice = listBrowserVoices().find(({ voiceURI }) => voiceURI === browser)
  if (voice) {
    utterance.voice = voice
    utterance.lang = voice.lang
  }
  utterance.rate = getReadingSettings().rate
  utterance.onstart = onSound
  utterance.onend = () => onEnd()
  utterance.onerror = () => onEnd('Your browser’s voice did not work.')
  synthesis.speak(utterance)
  return () => synthesis.cancel()
}

/** Whether the user knows that connected voices do not work at the moment. */
let isFailureKnown = false

/** The one speaker of the page: the browser has one queue of utterances for all tabs. */
export const speaker = new Speaker(speechState, {
  browser: sayInBrowser,
  connected: (sentence, { onSound, onEnd }) =>
    sayConnected(sentence, {
      onSound: () => {
        isFailureKnown = false
        onSound()
      },
      onPause: () => speaker.pause(),
      onEnd,
    }),
  prepare: prepareConnected,
  onFallback: (failure) => {
    if (isFailureKnown) return
    isFailureKnown = true
    const instead = listBrowserVoices().length > 0 ? ' Your browser’s voice reads instead.' : ''
    toastError(`${failure}${instead}`, { title: 'The voice did not work' })
  },
})

window.addEventListener('pagehide', () => speaker.stop())

// The keys of keyboards and headphones, and the locked screen of a phone.
for (const [action, handle] of [
  ['play', () => speaker.resume()],
  ['pause', () => speaker.pause()],
  ['stop', () => speaker.stop()],
] as const) {
  tryOrNull(() => navigator.mediaSession.setActionHandler(action, handle))
}

/** Some browsers speak later only if they were asked to in a press. */
function unlockVoices(): void {
  window.removeEventListener('click', unlockVoices, true)
  window.removeEventListener('keydown', unlockVoices, true)
  unlockPlayers()
  if (listBrowserVoices().length > 0) window.speechSynthesis.speak(new SpeechSynthesisUtterance(''))
}
window.addEventListener('click', unlockVoices, true)
window.addEventListener('keydown', unlockVoices, true)

/** The voices of a character; with an empty id, those of the player's own messages. */
export async function findVoices(characterId: string): Promise<RoleVoices<Voice>> {
  const characterQuery = queryOf('GET /api/characters/:id', { params: { id: characterId } })
  const [connected, author] = await Promise.all([
    findConnectedVoices(),
    characterId === '' ? null : queryClient.ensureQueryData(characterQuery).catch(() => null),
  ])
  return chooseVoices({
    chosen: getReadingSettings().voices,
    characterId,
    author,
    connected: connected.map(({ id }) => id),
    browser: listBrowserVoices().map(({ voiceURI }) => voiceURI),
  })
}

/** Whether the newest replies have their speech in quotation marks. */
export const usesQuotes = (messages: readonly ConversationMessage[]): boolean =>
  messages
    .filter(({ role, content }) => role === 'character' && content !== '')
    .slice(-3)
    .some(({ content }) => hasQuotedSpeech(content))

interface Place {
  conversationId: string | null
  /** Null until the server has the message. */
  id: string | null
}

/** The sentences of a message that are to be read, with the addresses of their sounds. */
export function sentencesOf({ conversationId, id }: Place, text: string, options: SplitOptions<Voice>) {
  const { sentences, end } = splitSpeech(text, options)
  const addressed = sentences.map((sentence): SpokenSentence => {
    const { from, to, voice } = sentence
    if (!conversationId || !id || voice.connected === null) return { ...sentence, address: null }
    const params = { id: conversationId, messageId: id }
    const query = { from, to, voice: voice.connected }
    const address = addressOf('GET /api/conversations/:id/messages/:messageId/speech', { params, query })
    return { ...sentence, address }
  })
  return { sentences: addressed, end }
}

/** Reads a message aloud with the voices of the character that says it. */
export async function readMessage(store: ConversationStore, message: ConversationMessage) {
  const { key, id, content, role, speakerId } = message
  const { characterId, conversationId, messages } = store.state.getState()
  const voices = await findVoices(role === 'character' ? (speakerId ?? characterId) : '')
  const options = { voices, hasQuotes: usesQuotes(messages) }
  const spoken = speaker.read(key, sentencesOf({ conversationId, id }, content, options).sentences)
  stopWithMessage(store, { key, id }, spoken)
}

/** Stops the reading of a message when another version takes its place, or it is deleted. */
export function stopWithMessage(
  store: ConversationStore,
  { key, id }: Pick<ConversationMessage, 'key' | 'id'>,
  spoken: SpokenMessage,
): void {
  const unsubscribe = store.state.subscribe(({ messages }) => {
    const isRead = speaker.isReading(spoken)
    if (isRead && messages.some((message) => message.key === key && message.id === id)) return
    unsubscribe()
    if (isRead) speaker.stop()
  })
}

/** Lets a voice be heard: a connected one says a sentence of its own. */
export function readSample(text: string, voice: Voice): void {
  const { connected } = voice
  const address = connected && addressOf('GET /api/voices/:id/sample', { params: { id: connected } })
  speaker.read('sample', [{ text, from: 0, to: text.length, voice, address }])
}
