import { anthropic } from './anthropic.ts'
import { openAiCompatible } from './openai-compatible.ts'
import { RemoteVoice, type RemoteVoiceOptions } from './remote-voice.ts'

/** A voice in the protocol its service speaks. */
export function openVoice(options: RemoteVoiceOptions): RemoteVoice {
  return new RemoteVoice(options.service.protocol === 'anthropic' ? anthropic : openAiCompatible, options)
}
