import type { Embeddings } from '#server/providers/embeddings/embeddings.ts'
import { LocalModel } from '#server/providers/models/local/local-model.ts'
import {
  ContextOverflowError,
  type GenerateOptions,
  ModelError,
  type ModelRequest,
  type ModelResult,
  type RemoteModel,
} from '#server/providers/models/provider.ts'
import type { ModelCallRecord } from './connection-usage.ts'
import { describeFailure } from './describe-failure.ts'

interface MeterOptions {
  baseUrl: string
  hasKey: boolean
  elapsed: () => number
  record: (call: ModelCallRecord) => void
}

/** A model of a connection; records what each request took and how it ended. */
export class MeteredModel implements RemoteModel {
  readonly builtIn = false
  readonly id: string
  readonly label: string
  readonly #model: RemoteModel
  /** Null for a model behind a service. */
  readonly local: LocalModel | null
  readonly #options: MeterOptions

  constructor(model: RemoteModel, options: MeterOptions) {
    this.id = model.id
    this.label = model.label
    this.#model = model
    this.local = model instanceof LocalModel ? model : null
    this.#options = options
  }

  get model(): string {
    return this.#model.model
  }

  get contextTokens(): number {
    return this.#model.contextTokens
  }

  get maxReplyTokens(): number {
    return this.#model.maxReplyTokens
  }

  get canPrefill(): boolean {
    return this.#model.canPrefill
  }

  get examplesAsMessages(): boolean {
    return this.#model.examplesAsMessages
  }

  get embeddings(): Embeddings | null {
    return this.#model.embeddings ?? null
  }

  async generate(request: ModelRequest, options: GenerateOptions): Promise<ModelResult> {
    const { elapsed, record, baseUrl, hasKey } = this.#options
    const startedAt = elapsed()
    let firstTokenMs: number | null = null
    const onText = (text: string) => {
      firstTokenMs ??= elapsed() - startedAt
      options.onText(text)
    }
    try {
      const result = await this.#model.generate(request, { ...options, onText })
      record({ usage: result.usage, firstTokenMs, failure: null })
      return result
    } catch (error) {
      // A prompt that was too long is sent again, shorter. A reply that was stopped or refused is no failure.
      if (error instanceof ContextOverflowError) throw error
      const isFailure = error instanceof ModelError && error.errorType !== 'content_refused'
      const failure = isFailure ? describeFailure(error, { baseUrl, model: this.model, hasKey }) : null
      record({ usage: null, firstTokenMs, failure })
      throw error
    }
  }

  close(): Promise<void> {
    return this.#model.close()
  }
}
