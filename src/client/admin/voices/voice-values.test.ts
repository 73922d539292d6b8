import { expect, it } from 'vitest'
import { presetOf, VoiceFields } from './voice-values.ts'

it('the voices of a connection are lines, each with a name to show', () => {
  const models = { defaultSpeechModel: 'tts-1', defaultTranscriptionModel: 'whisper-1' }
  const service = { id: 'openai', label: 'OpenAI', baseUrl: 'https://api.openai.com/v1', needsKey: true, ...models }
  const values = {
    ...presetOf({ ...service, defaultVoices: [] }),
    voices: 'alloy\n\n 21m00Tcm4TlvDq8ikWAM = Rachel = calm ',
    speechPrice: 0.5,
  }
  expect(VoiceFields.parse(values)).toMatchObject({
    ...{ service: 'openai', speechPrice: 0.5, transcriptionPrice: null, transcriptionModel: 'whisper-1' },
    voices: [
      { id: 'alloy', label: 'alloy' },
      { id: '21m00Tcm4TlvDq8ikWAM', label: 'Rachel = calm' },
    ],
  })
  const { error } = VoiceFields.safeParse({ ...values, voices: 'alloy\n<b>' })
  expect(error?.issues).toMatchObject([{ path: ['voices'], message: expect.stringContaining('letters, digits') }])
})
