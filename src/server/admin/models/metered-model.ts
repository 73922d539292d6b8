import type { Tracer } from '#server/core/tracer.ts'
import { LocalModel } from '#server/providers/models/local/local-model.ts'
import {
  ContextOverflowError,
  type GenerateOptions,
  ModelError,
  type ModelRequest,
  type ModelResult,
  type ModelUsage,
  type RemoteModel,
} from '#server/providers/models/provider.ts'
import type { Prices } from '#shared/models.ts'
import { describeFailure } from '../connections/describe-failure.ts'
import type { ModelCallRecord, Plan } from './connection-usage.ts'

interface MeterOptions {
  /** The id of the connection. */
  connection: string
  tracer: Tracer
  baseUrl: string
  hasKey: boolean
  elapsed: () => number
  record: (call: ModelCallRecord) => void
  /** Null: its costs are not counted. */
  findPrices: (model: string) => Prices | null
  /** Whether the budget of this month is spent. */
  isStopped: () => boolean
}

/** A rough count for a reply whose service did not say it, because it was stopped. */
const charactersPerToken = 4

/** A model of a connection; records what each request took and how it ended. */
export class MeteredModel implements RemoteModel {
  readonly builtIn = false
  readonly id: string
  readonly label: string
  readonly #model: RemoteModel
  /** Null for a model behind a service. */
  readonly local: LocalModel | null
  readonly #options: MeterOptions
  readonly #plan: Plan

  constructor(model: RemoteModel, options: MeterOptions, plan: Plan = 'premium') {
    this.id = model.id
    this.label = model.label
    this.#model = model
    this.local = model instanceof LocalModel ? model : null
    this.#options = options
    this.#plan = plan
  }

  /** The same model, whose costs count for a plan. */
  forPlan(plan: Plan): MeteredModel {
    return new MeteredModel(this.#model, this.#options, plan)
  }

  get prices(): Prices | null {
    return this.#options.findPrices(this.model)
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

  async generate(request: ModelRequest, options: GenerateOptions): Promise<ModelResult> {
    const { connection, tracer, elapsed, baseUrl, hasKey, isStopped } = this.#options
    if (this.prices !== null && isStopped()) {
      throw new ModelError(this.id, 'quota_exceeded', "the month's budget is spent", { reason: 'budget' })
    }
    const span = tracer.startSpan('client', `chat ${this.id}`, {
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': this.id,
      'gen_ai.request.model': this.model,
      'troupe.connection': connection,
    })
    const startedAt = elapsed()
    let firstTokenMs: number | null = null
    let characters = 0
    const onText = (text: string) => {
      firstTokenMs ??= elapsed() - startedAt
      characters += text.length
      options.onText(text)
    }
    const record = (usage: ModelUsage | null, failure: ModelCallRecord['failure']) => {
      const tokens = usage ?? estimateUsage(request, characters)
      const times = { firstTokenMs, totalMs: elapsed() - startedAt }
      this.#options.record({ service: this.id, usage, tokens, ...times, failure, ...this.#costOf(tokens) })
      span.end(
        {
          ...(firstTokenMs !== null && { 'troupe.first_token_ms': Math.round(firstTokenMs) }),
          ...(tokens && { 'gen_ai.usage.input_tokens': tokens.promptTokens }),
          ...(tokens && { 'gen_ai.usage.output_tokens': tokens.replyTokens }),
        },
        failure?.kind,
      )
    }
    try {
      const result = await span.run(() => this.#model.generate(request, { ...options, onText }))
      record(result.usage, null)
      return result
    } catch (error) {
      // A prompt that was too long is sent again, shorter. A reply that was stopped or refused is no failure.
      if (error instanceof ContextOverflowError) {
        span.end({}, error.reason)
        throw error
      }
      const isFailure = error instanceof ModelError && error.errorType !== 'content_refused'
      const text = isFailure ? describeFailure(error, { baseUrl, model: this.model, hasKey }) : ''
      record(null, isFailure ? { kind: error.reason, text } : null)
      throw error
    }
  }

  close(): Promise<void> {
    return this.#model.close()
  }

  #costOf(usage: ModelUsage | null): Pick<ModelCallRecord, 'cost'> {
    const { prices } = this
    if (prices === null || usage === null) return {}
    const { promptTokens, cachedTokens, replyTokens } = usage
    const read = Math.max(promptTokens - cachedTokens, 0) * prices.input + cachedTokens * prices.cached
    return { cost: { plan: this.#plan, dollars: (read + replyTokens * prices.output) / 1_000_000 } }
  }
}

/** Null for a request that failed before its first text. */
function estimateUsage({ promptTokens = 0 }: ModelRequest, characters: number): ModelUsage | null {
  return characters === 0
    ? null
    : { promptTokens, replyTokens: Math.ceil(characters / charactersPerToken), cachedTokens: 0 }
}
