import { type FlagAction, type FlagStatus, flagTransitions } from '#shared/flags.ts'

/** What decides whether an action is allowed. */
export interface FlagState {
  status: FlagStatus
  subject_id: string | null
  claimed_by: string | null
  claimed_until: number | null
}

interface Actor {
  id: string
  now: number
  /** Acts although another admin has claimed the flag. */
  override: boolean
}

export type Refusal = 'already_in_state' | 'flag_claimed' | 'own_content'

/** The status after an action of an admin, or why it is refused. */
export function applyAction(flag: FlagState, action: FlagAction, actor: Actor): FlagStatus | { refusal: Refusal } {
  const status = flagTransitions[flag.status][action]
  if (!status) return { refusal: 'already_in_state' }
  if (flag.subject_id === actor.id) return { refusal: 'own_content' }
  if (isClaimedByOther(flag, actor) && !actor.override) return { refusal: 'flag_claimed' }
  return status
}

export function isClaimedByOther(flag: FlagState, { id, now }: Pick<Actor, 'id' | 'now'>): boolean {
  return flag.claimed_by !== null && flag.claimed_by !== id && (flag.claimed_until ?? 0) > now
}
