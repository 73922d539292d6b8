import type { PlotAdvancement } from '#shared/characters.ts'
import type { ChatErrorType } from '#shared/errors.ts'

/** One line of what the model is asked to continue. */
export interface ModelMessage {
  role: 'system' | 'user' | 'assistant'
  content: string
}

/**
 * The card in fields rather than prose. A model reads the prompt; the understudy, which cannot read, plays from this.
 * Every field but the names and the kind may be empty.
 */
export interface Scene {
  characterName: string
  userName: string
  personality: string
  speechStyle: string
  behaviors: string
  environment: string
  userRole: string
  greeting: string
  description: string
  plotAdvancement: PlotAdvancement
  /** What the player said last; empty for `continue` and `greeting`. */
  lastUserLine: string
  kind: 'reply' | 'continue' | 'greeting'
}

export interface ModelRequest {
  /** Oldest first; begins with the system messages. */
  messages: ModelMessage[]
  temperature: number
  /** The longest reply wanted, in tokens. */
  maxTokens: number
  /** Texts at which the reply ends; they are not part of it. */
  stop?: string[]
  /** A provider that can repeat itself uses it; others ignore it. */
  seed?: number
  /** For the understudy; every other voice ignores it. */
  scene?: Scene
}

export interface ModelUsage {
  promptTokens: number
  replyTokens: number
  /** Prompt tokens the provider says it served from its cache. */
  cachedTokens: number
}

export interface ModelResult {
  /** `stop`: it came to an end; `length`: it ran into `maxTokens`; `filter`: the provider withheld the rest. */
  finish: 'stop' | 'length' | 'filter'
  usage: ModelUsage | null
}

/**
 * A voice. `generate` calls `onText` with every piece of the reply in order, and settles when the reply has ended.
 * It rejects with a `ModelFault` for whatever the upstream did wrong, and with the signal's reason when aborted.
 */
export interface ModelProvider {
  /** Which entry of the list it is: `openai`, `ollama`, `anthropic`, `understudy`, … */
  id: string
  /** For people: "Ollama", "Understudy (built-in demo voice)". */
  label: string
  model: string
  builtIn: boolean
  /** The window the prompt and the reply share, in tokens. */
  contextTokens: number
  maxReplyTokens: number
  generate(
    request: ModelRequest,
    options: { signal: AbortSignal; onText: (text: string) => void },
  ): Promise<ModelResult>
  /** Ends kept connections. */
  close(): Promise<void>
}

/** What an upstream did wrong, in the terms of the catalogue. `cause` is for the log, never for the player. */
export class ModelError extends Error {
  override name = 'ModelError'
  readonly errorType: ChatErrorType
  readonly provider: string
  /** A time-out answers 504 rather than 502. */
  readonly timeout: boolean
  /** Seconds the upstream asked us to wait. */
  readonly retryAfter: number | null

  constructor(
    provider: string,
    errorType: ChatErrorType,
    message: string,
    options: { cause?: unknown; timeout?: boolean; retryAfter?: number | null } = {},
  ) {
    super(`${provider}: ${message}`, options.cause === undefined ? undefined : { cause: options.cause })
    this.provider = provider
    this.errorType = errorType
    this.timeout = options.timeout ?? false
    this.retryAfter = options.retryAfter ?? null
  }
}
