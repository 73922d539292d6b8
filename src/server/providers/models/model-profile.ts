/** What tells a model to go on from the assistant message at the end of the request; empty if the message is enough. */
export interface Prefill {
  /** Fields of the message. */
  message?: Fields
  /** Fields of the request. */
  request?: Fields
}

/** Which roles a model takes. */
export type Roles =
  /** System messages anywhere. */
  | 'any'
  /** One system message at the beginning, then user and assistant alternating. */
  | 'strict'
  /** User and assistant alternating. */
  | 'no-system'

export type Fields = Readonly<Record<string, unknown>>

/** What is known of a model. */
export interface ModelProfile {
  /** The context window, in tokens; null if it is not known. */
  windowTokens: number | null
  /** Whether it thinks with the first of `thinking`. Its thinking counts towards the tokens of the reply. */
  thinks: boolean
  /** Fields that switch thinking off or keep it short, the best first; after a rejection, the next are sent. */
  thinking: readonly Fields[]
  roles: Roles
  /** Null: it does not go on from a message of its own. */
  prefill: Prefill | null
  /** The path of a request with `prefill`, if it has its own. A `^` stands for the base URL without its `/v1`. */
  prefillPath: string | null
  /** Null: the model takes no temperature but its own. */
  temperature: { scale: number; max: number } | null
  /** Used in place of the request's temperature; null: the request's is used. */
  fixedTemperature: number | null
  /** Fields of other samplers. */
  samplers: Fields
  /** How many stop texts a request may have. */
  maxStops: number
  maxTokensField: 'max_tokens' | 'max_completion_tokens'
  seedField: 'seed' | 'random_seed'
  /** Whether the parts of the prompt to cache are marked with `cache_control`. */
  marksCache: boolean
  /** The field of `ModelRequest.conversationKey`. */
  conversationField: string | null
  /** The field of `ModelRequest.playerKey`. */
  playerField: string | null
  /** Whether the server answers a prompt longer than its window with an empty reply. */
  overflowIsSilent: boolean
  /** How it words a refusal, besides the common wordings and the marks of its service; null: not known. */
  refusal: RegExp | null
  /** Milliseconds to the first byte. */
  firstByteMs: number
  /** Milliseconds between two pieces of a reply. */
  idleMs: number
}

export interface ProfileRule extends Partial<ModelProfile> {
  /** Ids of services. Default: every service. */
  services?: readonly string[]
  /** Only servers on the operator's own hardware. */
  isLocal?: true
  /** Tested with the model's name in lower case. Default: every model. */
  model?: RegExp
}

/** What an operator sets for a connection. Null: what is known of the model, and the character's temperature. */
export interface Sampling {
  temperature: number | null
  topP: number | null
  minP: number | null
  repetitionPenalty: number | null
}
