import type { LearnedFacts } from './learned-facts.ts'
import type { Fields, ModelProfile } from './model-profile.ts'
import type { Target } from './protocol.ts'
import type { ModelRequest } from './provider.ts'

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
