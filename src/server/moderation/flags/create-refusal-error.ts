import { ApiError } from '#server/http/api-error.ts'
import type { NamedFlag } from './queries.ts'
import type { Refusal } from './transitions.ts'
import { viewFlag } from './view.ts'

/** The error of a refused action. It carries the flag as it is now, so that the dashboard can show it. */
export function createRefusalError(refusal: Refusal | 'own_decision' | 'needs_admin', flag: NamedFlag): ApiError {
  return new ApiError(refusal, { details: { flag: viewFlag(flag) } })
}
