import type { ModelProfile, Sampling } from './model-profile.ts'
import { profileRules } from './profile-rules.ts'
import type { Service } from './services.ts'

/** The facts where no rule applies: what most servers accept. Rejections teach the rest. */
const defaultProfile: ModelProfile = {
  windowTokens: null,
  thinks: false,
  thinking: [],
  roles: 'any',
  prefill: null,
  prefillPath: null,
  temperature: { scale: 1, max: 2 },
  fixedTemperature: null,
  samplers: {},
  maxStops: 4,
  maxTokensField: 'max_tokens',
  seedField: 'seed',
  marksCache: false,
  conversationField: null,
  playerField: null,
  overflowIsSilent: false,
  refusal: null,
  firstByteMs: 30_000,
  idleMs: 20_000,
}

/**
 * The profile of a model: the facts of every rule that matches, a later rule before an earlier one. What the operator set
 * comes before both.
 */
export function findProfile(service: Service, model: string, sampling?: Sampling): ModelProfile {
  const name = model.toLowerCase()
  const profile = { ...defaultProfile }
  for (const { services, isLocal, model: names, ...facts } of profileRules) {
    const isForService = services?.includes(service.id) ?? true
    const isForPlace = isLocal === undefined || service.isLocal === true
    if (isForService && isForPlace && (names?.test(name) ?? true)) Object.assign(profile, facts)
  }
  if (sampling === undefined) return profile
  const { temperature, topP, minP, repetitionPenalty } = sampling
  const penaltyField = Object.keys(profile.samplers).find((field) => field.startsWith('rep')) ?? 'repetition_penalty'
  const samplers = {
    ...profile.samplers,
    top_p: topP ?? undefined,
    min_p: minP ?? undefined,
    ...(repetitionPenalty === null ? {} : { [penaltyField]: repetitionPenalty }),
  }
  return { ...profile, fixedTemperature: temperature, samplers }
}
