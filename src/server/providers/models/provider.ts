import type { PromptCharacter } from '#engine/cards/character.ts'
import type { PromptKind, PromptMessage } from '#engine/prompt/input.ts'
import type { ChatErrorType } from '#shared/errors.ts'

export interface ModelRequest {
  /** Oldest first; begins with the system messages. */
  messages: PromptMessage[]
  temperature: number
  /** The estimated tokens of `messages`, from which the model learns how its own count differs. */
  promptTokens?: number
  /** The maximum length of what is spoken, in tokens. Thinking has a budget of its own. */
  maxTokens: number
  /** Texts at which the reply ends. They are not part of the reply. */
  stop?: string[]
  /** Makes the reply repeatable where the service supports it. */
  seed?: number
  /** The last message is the unfinished reply: the model goes on inside it. Only where `canPrefill` is true. */
  prefill?: true
  /** The same for every request of a conversation, so that the service finds its cached prompt again. */
  conversationKey?: string
  /** A hash that stands for the player, for services that trace abuse to one user. Never a name or an address. */
  playerKey?: string
}

/** A request to the demo model. It cannot follow a prompt, so it also gets the character's fields. */
export interface DemoRequest extends Omit<ModelRequest, 'temperature'> {
  character: PromptCharacter
  userName: string
  kind: PromptKind
}

export interface ModelUsage {
  promptTokens: number
  replyTokens: number
  /** Prompt tokens that the service says it served from its cache. */
  cachedTokens: number
}

export interface ModelResult {
  /** `stop`: the reply is complete; `length`: it reached `maxTokens`; `filter`: the service withheld the rest. */
  finish: 'stop' | 'length' | 'filter'
  usage: ModelUsage | null
}

export interface GenerateOptions {
  signal: AbortSignal
  /** Called with each piece of the reply, in order. */
  onText: (text: string) => void
  /** Replaces everything passed to `onText` so far: it turned out to be thinking. */
  onReplace?: (text: string) => void
  /** Called once when nothing has come for 5 seconds and the server may still be loading its model. */
  onWaiting?: () => void
  /** Called with the body of each request, as the service is sent it; of several, the last is the one that was answered. */
  onSent?: (body: object) => void
}

interface ModelInfo {
  /** The service's id: `openai`, `ollama`, `anthropic`, `demo-model`, … */
  id: string
  /** The service's name as users see it: "Ollama", "Demo model (built in)". */
  label: string
  model: string
  /** The context window shared by prompt and reply, in tokens. Shrinks when the service turns out to have less. */
  readonly contextTokens: number
  readonly maxReplyTokens: number
  /** Whether the model goes on from an assistant message at the end of `messages` (`ModelRequest.prefill`). */
  readonly canPrefill: boolean
  /** Closes open connections. */
  close(): Promise<void>
}

/**
 * A language model behind a service. `generate` settles when the reply has ended. It rejects with a `ModelError` when
 * the service fails, and with the signal's reason when aborted.
 */
export interface RemoteModel extends ModelInfo {
  builtIn: false
  generate(request: ModelRequest, options: GenerateOptions): Promise<ModelResult>
}

/** The demo model. `generate` rejects only with the signal's reason or with an error thrown by `onText`. */
export interface BuiltInModel extends ModelInfo {
  builtIn: true
  generate(request: DemoRequest, options: GenerateOptions): Promise<ModelResult>
}

export type ModelProvider = RemoteModel | BuiltInModel

/** What was wrong, as far as the network and the service tell. */
export type FailureReason =
  | 'address'
  | 'broken_off'
  | 'budget'
  | 'certificate'
  | 'context'
  | 'invalid_reply'
  | 'key'
  | 'local_ended'
  | 'local_file'
  | 'local_load'
  | 'local_runtime'
  | 'missing_key'
  | 'model'
  | 'no_text'
  | 'no_host'
  | 'quota'
  | 'rate'
  | 'redirect'
  | 'refused'
  | 'rejected'
  | 'service'
  | 'timeout'
  | 'unreachable'

interface ModelErrorOptions {
  reason: FailureReason
  cause?: unknown
  retryAfter?: number | null
}

/** A failure of a model service, as one of the chat error types. `cause` is for the log and is never shown to users. */
export class ModelError extends Error {
  override name = 'ModelError'
  readonly errorType: ChatErrorType
  readonly reason: FailureReason
  readonly provider: string
  /** Seconds to wait before the next request, as given by the service. */
  readonly retryAfter: number | null

  constructor(provider: string, errorType: ChatErrorType, message: string, options: ModelErrorOptions) {
    super(`${provider}: ${message}`, options.cause === undefined ? undefined : { cause: options.cause })
    this.provider = provider
    this.errorType = errorType
    this.reason = options.reason
    this.retryAfter = options.retryAfter ?? null
  }
}

/** The prompt is longer than the model's window. `contextTokens` of the model is smaller now: build the prompt again. */
export class ContextOverflowError extends ModelError {
  override name = 'ContextOverflowError'

  constructor(provider: string, cause: unknown) {
    const message = "the prompt is longer than the model's window; lower MODEL_CONTEXT_TOKENS"
    const detail = cause instanceof ModelError ? (cause.cause ?? cause) : cause
    super(provider, 'config_error', message, { reason: 'context', cause: detail })
  }
}
