import { HttpVoices, type VoiceSettings } from './http-voices.ts'

/** ElevenLabs' own API. */
export class ElevenLabsVoices extends HttpVoices {
  readonly id = 'elevenlabs'
  protected readonly voicesPath = '/voices'

  constructor(settings: VoiceSettings) {
    super(settings, settings.apiKey === null ? {} : { 'xi-api-key': settings.apiKey })
  }

  protected speechRequest(text: string, voice: string) {
    const path = `/text-to-speech/${encodeURIComponent(voice)}/stream?output_format=mp3_44100_64`
    return { path, body: { text, model_id: this.settings.speechModel ?? undefined } }
  }

  protected transcriptionRequest(language: string | undefined) {
    const model_id = this.settings.transcriptionModel ?? 'scribe_v2'
    // Sounds such as laughter would be written in brackets.
    return { path: '/speech-to-text', fields: { model_id, language_code: language, tag_audio_events: 'false' } }
  }
}
