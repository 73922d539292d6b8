import type { VoiceProtocol } from './http-voices.ts'

/** Any endpoint with OpenAI's `/audio/speech` and `/audio/transcriptions`. */
export const openAi = (format: 'mp3' | 'wav' = 'mp3'): VoiceProtocol => ({
  id: 'openai',
  // Not OpenAI's own: Kokoro-FastAPI, Speaches and others list their voices here.
  voicesPath: '/audio/voices',
  authorization: (apiKey) => ({ authorization: `Bearer ${apiKey}` }),
  // Servers with a single model know it by this name.
  speechRequest: ({ speechModel: model }, input, voice) => ({
    path: '/audio/speech',
    body: { model: model ?? 'tts-1', input, voice, response_format: format },
  }),
  transcriptionRequest: ({ transcriptionModel: model }, language) => ({
    path: '/audio/transcriptions',
    fields: { model: model ?? 'whisper-1', language, response_format: 'json' },
  }),
})

/** ElevenLabs' own API. */
export const elevenLabs: VoiceProtocol = {
  id: 'elevenlabs',
  voicesPath: '/voices',
  authorization: (apiKey) => ({ 'xi-api-key': apiKey }),
  speechRequest: ({ speechModel: model }, text, voice) => ({
    path: `/text-to-speech/${encodeURIComponent(voice)}/stream?output_format=mp3_44100_64`,
    body: { text, model_id: model ?? undefined },
  }),
  // Sounds such as laughter would be written in brackets.
  transcriptionRequest: ({ transcriptionModel: model }, language) => ({
    path: '/speech-to-text',
    fields: { model_id: model ?? 'scribe_v2', language_code: language, tag_audio_events: 'false' },
  }),
}
