import type { FileStorage } from '#server/providers/storage/provider.ts'
import type { NamedVoice, VoiceProvider } from '#server/providers/voices/provider.ts'
import type { ChatDeps } from '../replies/chat-deps.ts'

/** What voices say when they are chosen by ear, or tested. */
export const sampleSentence = 'The lamp is lit, and the door is open. Come in and tell me your story.'

/** A connected service that is switched on. */
export interface VoiceConnection {
  name: string
  /** Those that it speaks with; none where it does not speak. */
  voices: NamedVoice[]
  canTranscribe: boolean
  /** US dollars per character, and per second; 0 where they are not known. */
  speechPrice: number
  transcriptionPrice: number
  provider: VoiceProvider
}

/** What speech needs besides the chat. */
export interface SpeechDeps extends ChatDeps {
  /** The connections, in the order in which they are asked. */
  readVoices: () => Promise<VoiceConnection[]>
  /** For the sounds of messages. */
  storage: FileStorage
}
