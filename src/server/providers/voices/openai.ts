import { HttpVoices, type VoiceSettings } from './http-voices.ts'

/** Any endpoint with OpenAI's `/audio/speech` and `/audio/transcriptions`. */
export class OpenAiVoices extends HttpVoices {
  readonly id = 'openai'
  /** Not OpenAI's own: Kokoro-FastAPI, Speaches and others list their voices here. */
  protected readonly voicesPath = '/audio/voices'
  readonly #format: 'mp3' | 'wav'

  constructor(settings: VoiceSettings, format: 'mp3' | 'wav' = 'mp3') {
    super(settings, settings.apiKey === null ? {} : { authorization: `Bearer ${settings.apiKey}` })
    this.#format = format
  }

  protected speechRequest(input: string, voice: string) {
    // Servers with a single model know it by this name.
    const model = this.settings.speechModel ?? 'tts-1'
    return { path: '/audio/speech', body: { model, input, voice, response_format: this.#format } }
  }

  protected transcriptionRequest(language: string | undefined) {
    const model = this.settings.transcriptionModel ?? 'whisper-1'
    return { path: '/audio/transcriptions', fields: { model, language, response_format: 'json' } }
  }
}
