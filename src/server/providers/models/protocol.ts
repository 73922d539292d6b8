import type { LearnedFacts } from './learned-facts.ts'
import type { ModelProfile } from './model-profile.ts'
import type { ModelRequest } from './provider.ts'
import type { ReplyFilter } from './reply-filters/reply-filter.ts'
import type { ReplyParser } from './reply-parser.ts'
import type { Service } from './services.ts'

/** The model that a request goes to, and what is known of it. */
export interface Target {
  service: Service
  model: string
  profile: ModelProfile
  learned: LearnedFacts
  /** The tokens that the service may generate, with thinking. */
  replyTokens: number
  /** The window, for a server that takes it from the request. */
  windowTokens: number
}

/** A protocol of model services: the call, its body, and the parser of the reply. */
export interface Protocol {
  path(target: Target, request: ModelRequest): string
  authorization(apiKey: string): Record<string, string>
  createBody(target: Target, request: ModelRequest): Record<string, unknown>
  createParser(filter: ReplyFilter): ReplyParser
}
