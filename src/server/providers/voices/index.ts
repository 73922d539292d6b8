import { createHttpVoices, type VoiceSettings } from './http-voices.ts'
import { elevenLabs, openAi } from './protocols.ts'
import type { VoiceProvider } from './provider.ts'

/** A voice service that an admin can connect. */
export interface VoiceService {
  id: string
  /** The name admins see. */
  label: string
  baseUrl: string
  needsKey: boolean
  defaultSpeechModel: string | null
  defaultTranscriptionModel: string | null
  /** Where the service does not list its voices itself. */
  defaultVoices: string[]
  create: (settings: VoiceSettings) => VoiceProvider
}

const createOpenAi = (settings: VoiceSettings) => createHttpVoices(openAi(), settings)
const openAiVoices = 'alloy ash ballad cedar coral echo fable marin nova onyx sage shimmer verse'.split(' ')

export const voiceServices: readonly VoiceService[] = [
  {
    id: 'openai',
    label: 'OpenAI',
    baseUrl: 'https://api.openai.com/v1',
    needsKey: true,
    defaultSpeechModel: 'gpt-4o-mini-tts',
    defaultTranscriptionModel: 'gpt-4o-mini-transcribe',
    defaultVoices: openAiVoices,
    create: createOpenAi,
  },
  {
    id: 'elevenlabs',
    label: 'ElevenLabs',
    baseUrl: 'https://api.elevenlabs.io/v1',
    needsKey: true,
    defaultSpeechModel: 'eleven_flash_v2_5',
    defaultTranscriptionModel: 'scribe_v2',
    defaultVoices: [],
    create: (settings) => createHttpVoices(elevenLabs, settings),
  },
  {
    id: 'groq',
    label: 'Groq',
    baseUrl: 'https://api.groq.com/openai/v1',
    needsKey: true,
    defaultSpeechModel: 'canopylabs/orpheus-v1-english',
    defaultTranscriptionModel: 'whisper-large-v3-turbo',
    defaultVoices: ['autumn', 'diana', 'hannah', 'austin', 'daniel', 'troy'],
    create: (settings) => createHttpVoices(openAi('wav'), settings),
  },
  {
    id: 'kokoro',
    label: 'Kokoro-FastAPI',
    baseUrl: 'http://127.0.0.1:8880/v1',
    needsKey: false,
    defaultSpeechModel: 'kokoro',
    defaultTranscriptionModel: null,
    defaultVoices: [],
    create: createOpenAi,
  },
  {
    id: 'openai-compatible',
    label: 'Another service (OpenAI-compatible)',
    baseUrl: '',
    needsKey: false,
    defaultSpeechModel: null,
    defaultTranscriptionModel: null,
    defaultVoices: [],
    create: createOpenAi,
  },
]
