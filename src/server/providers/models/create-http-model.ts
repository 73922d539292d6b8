import { anthropic } from './anthropic.ts'
import { HttpModel, type HttpModelOptions } from './http-model.ts'
import { openAiCompatible } from './openai-compatible.ts'

export function createHttpModel(options: HttpModelOptions): HttpModel {
  return new HttpModel(options.service.protocol === 'anthropic' ? anthropic : openAiCompatible, options)
}
