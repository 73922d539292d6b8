import { anthropic } from './anthropic.ts'
import { HttpModel } from './http-model.ts'
import type { HttpModelOptions } from './http-model-options.ts'
import { ollama } from './ollama.ts'
import { openAiCompatible } from './openai-compatible.ts'
import type { Protocol } from './protocol.ts'
import type { Service } from './services.ts'

const protocols: Record<NonNullable<Service['protocol']>, Protocol> = { anthropic, ollama }

export function protocolOf({ protocol }: Service): Protocol {
  return protocol === undefined ? openAiCompatible : protocols[protocol]
}

export function createHttpModel(options: HttpModelOptions): HttpModel {
  return new HttpModel(protocolOf(options.service), options)
}
