import { anthropic } from './anthropic.ts'
import { HttpModel } from './http-model.ts'
import type { ModelRuntime, ModelSettings } from './model-settings.ts'
import { ollama } from './ollama.ts'
import { openAiCompatible } from './openai-compatible.ts'
import type { Protocol } from './protocol.ts'
import type { Service } from './services.ts'

const protocols: Record<NonNullable<Service['protocol']>, Protocol> = { anthropic, ollama }

export function protocolOf({ protocol }: Service): Protocol {
  return protocol === undefined ? openAiCompatible : protocols[protocol]
}

export function createHttpModel(settings: ModelSettings, runtime: ModelRuntime = {}): HttpModel {
  return new HttpModel(protocolOf(settings.service), settings, runtime)
}
