import { z } from 'zod'
import { isBlank } from '#engine/is-blank.ts'
import { type VoiceConnection, VoiceConnectionRequest, type VoiceService } from '#shared/voices.ts'
import { parseTyped, typedNumber } from '../models/connection-values.ts'

/** The form's values, as they are typed. */
export interface VoiceValues {
  service: string
  name: string
  baseUrl: string
  /** Empty: the stored key stays. */
  apiKey: string
  speechModel: string
  /** A line for each: `id`, or `id = label`. */
  voices: string
  transcriptionModel: string
  speechPrice: string
  transcriptionPrice: string
  enabled: boolean
  /** Of the connection that is edited. */
  updatedAt?: number
}

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

export function toValues(connection: VoiceConnection): VoiceValues {
  const { service, name, baseUrl, speechModel, voices, transcriptionModel, enabled, updatedAt } = connection
  return {
    ...{ service, name, baseUrl, apiKey: '', enabled, updatedAt },
    speechModel: speechModel ?? '',
    voices: writeVoices(voices),
    transcriptionModel: transcriptionModel ?? '',
    speechPrice: typedNumber(connection.speechPrice),
    transcriptionPrice: typedNumber(connection.transcriptionPrice),
  }
}

export function presetValues({ id, label, baseUrl, ...defaults }: VoiceService): VoiceValues {
  return {
    ...{ service: id, name: baseUrl === '' ? '' : label, baseUrl, apiKey: '', enabled: true },
    speechModel: defaults.defaultSpeechModel ?? '',
    voices: defaults.defaultVoices.join('\n'),
    transcriptionModel: defaults.defaultTranscriptionModel ?? '',
    speechPrice: '',
    transcriptionPrice: '',
  }
}

export function toInput(values: VoiceValues): z.input<typeof VoiceConnectionRequest> {
  const { service, name, baseUrl, apiKey, speechModel, voices, transcriptionModel, enabled, updatedAt } = values
  return {
    ...{ service, name, baseUrl, enabled, updatedAt },
    speechModel: speechModel.trim() || null,
    voices: readVoices(voices),
    transcriptionModel: transcriptionModel.trim() || null,
    speechPrice: parseTyped(values.speechPrice),
    transcriptionPrice: parseTyped(values.transcriptionPrice),
    ...(isBlank(apiKey) ? {} : { apiKey }),
  }
}

export const VoiceFields = z.custom<VoiceValues>().transform(toInput).pipe(VoiceConnectionRequest)
