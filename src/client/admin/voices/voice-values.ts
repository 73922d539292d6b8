import { z } from 'zod'
import { isBlank } from '#engine/is-blank.ts'
import { type VoiceConnection, VoiceConnectionRequest, type VoiceService } from '#shared/voices.ts'
import { servicePreset } from '../connection-dialog.tsx'

/** The form's values. `voices`: a line for each, `id` or `id = label`. */
export type VoiceValues = Omit<z.input<typeof VoiceConnectionRequest>, 'voices'> & { voices: string }

export const writeVoices = (voices: VoiceConnection['voices']): string =>
  voices.map(({ id, label }) => (id === label ? id : `${id} = ${label}`)).join('\n')

const readVoices = (text: string): VoiceConnection['voices'] =>
  text
    .split('\n')
    .filter((line) => !isBlank(line))
    .map((line) => {
      const [id = '', ...label] = line.split('=')
      return { id: id.trim(), label: label.join('=').trim() || id.trim() }
    })

export const presetOf = (service: VoiceService) => ({
  ...servicePreset(service),
  speechModel: service.defaultSpeechModel,
  voices: service.defaultVoices.join('\n'),
  transcriptionModel: service.defaultTranscriptionModel,
  speechPrice: null,
  transcriptionPrice: null,
  enabled: true,
})

export const VoiceFields = z.custom<VoiceValues>().transform((values, context) => {
  const { data, error } = VoiceConnectionRequest.safeParse({ ...values, voices: readVoices(values.voices) })
  // What is wrong with one of the voices is said at their field.
  for (const { message, path } of error?.issues ?? [])
    context.addIssue({ code: 'custom', message, path: path.slice(0, 1) })
  return data ?? z.NEVER
})
