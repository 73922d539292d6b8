import type { BodyParser } from './http/reply-reader.ts'
import type { Progress } from './http/upstream-call.ts'
import type { LearnedFacts } from './learned-facts.ts'
import type { Fields, ModelProfile } from './model-profile.ts'
import type { ModelRequest, ModelResult, ModelUsage } from './provider.ts'
import type { ReplyFilter } from './reply-filters/reply-filter.ts'
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

/** An object of which nothing is known. */
export type Json = Record<string, unknown>

/** Parses one reply in one protocol and passes its text to a `ReplyFilter`. */
export abstract class ReplyParser implements BodyParser {
  progress: Progress = 'reading'
  usage: ModelUsage | null = null
  finish: ModelResult['finish'] = 'stop'
  protected readonly filter: ReplyFilter

  constructor(filter: ReplyFilter) {
    this.filter = filter
  }

  abstract onEvent(data: string): void
  abstract onDocument(document: Json): void

  protected addText(text: unknown): void {
    if (typeof text === 'string' && text !== '') this.filter.add(text)
  }

  protected addThinking(thinking: unknown): void {
    if (typeof thinking === 'string') this.filter.addThinking(thinking.length)
  }
}

/** A token count from a service; 0 for a missing or invalid one. */
export function parseTokenCount(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : 0
}

/** The temperature and the other samplers of a request, as the model takes them. */
export function samplerFields({ profile }: Target, request: ModelRequest): Record<string, unknown> {
  if (profile.temperature === null) return {}
  return { temperature: temperatureOf(profile, request), ...profile.samplers }
}

/** 0 for a model that takes none. */
export function temperatureOf({ temperature, fixedTemperature }: ModelProfile, request: ModelRequest): number {
  const { scale, max } = temperature ?? { scale: 0, max: 0 }
  return Math.min(fixedTemperature ?? request.temperature * scale, max)
}

/**
 * The stop texts that the service checks. A service checks them in the thinking too, where they would end the reply
 * before it begins; `ReplyFilter` checks what is spoken in any case.
 */
export function stopsOf({ profile, learned }: Target, request: ModelRequest): string[] {
  return learned.thinks(profile) ? [] : (request.stop ?? []).slice(0, profile.maxStops)
}

export function withoutRejected(fields: Fields, learned: LearnedFacts): Record<string, unknown> {
  const { rejectedFields = [] } = learned.facts
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !rejectedFields.includes(name)))
}
