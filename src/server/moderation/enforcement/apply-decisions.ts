import { lockAccount } from '#server/accounts/queries.ts'
import type { Context, Queryable } from '#server/core/context.ts'
import type { ReportTarget } from '#shared/moderation.ts'
import {
  findSuspensionEnd,
  insertRemoved,
  listEffects,
  lockCharacterState,
  lockMessageState,
  setSuspendedUntil,
  takeRemoved,
  updateCharacterState,
  updateMessageState,
} from './queries.ts'

interface Target {
  type: ReportTarget
  id: string
}

/**
 * Computes the state of a target from all decisions about it, and stores it. The order in which flags are decided or
 * undone therefore does not matter. False if the target no longer exists.
 */
export async function applyDecisions(context: Context, trx: Queryable, target: Target): Promise<boolean> {
  if (target.type === 'character') return applyToCharacter(context, trx, target)
  if (target.type === 'message') return applyToMessage(context, trx, target)
  return true
}

/** A held or removed character is private. Whether it was public is stored, so that it can be restored. */
async function applyToCharacter({ clock, dialect }: Context, trx: Queryable, target: Target): Promise<boolean> {
  const character = await lockCharacterState(trx, dialect, target.id)
  if (!character) return false
  const effects = await listEffects(trx, target)
  const isRemoved = effects.some(({ effect }) => effect === 'character_removed')
  const state = isRemoved ? 'removed' : effects.some(({ effect }) => effect === 'held') ? 'held' : 'none'
  if (state === character.moderation_state) return true
  if (state === 'none') {
    const { isPublic = 0 } = (await takeRemoved<{ isPublic: number }>(trx, target)) ?? {}
    await updateCharacterState(trx, target.id, { moderation_state: state, is_public: isPublic })
    return true
  }
  if (character.moderation_state === 'none') {
    await insertRemoved(trx, target, { isPublic: character.is_public }, clock.now())
  }
  await updateCharacterState(trx, target.id, { moderation_state: state, is_public: 0 })
  return true
}

async function applyToMessage({ clock, dialect }: Context, trx: Queryable, target: Target): Promise<boolean> {
  const message = await lockMessageState(trx, dialect, target.id)
  if (!message) return false
  const isRemoved = (await listEffects(trx, target)).some(({ effect }) => effect === 'message_redacted')
  if (isRemoved === (message.status === 'redacted')) return true
  if (isRemoved) {
    await insertRemoved(trx, target, message, clock.now())
    await updateMessageState(trx, target.id, { content: '', status: 'redacted' })
    return true
  }
  const original = await takeRemoved<typeof message>(trx, target)
  if (!original) return true
  const status = original.status === 'streaming' ? 'interrupted' : original.status
  await updateMessageState(trx, target.id, { content: original.content, status })
  return true
}

/** Suspends an account until the latest end of its suspensions; without any, it is not suspended. */
export async function applySuspensions({ dialect }: Context, trx: Queryable, userId: string): Promise<void> {
  await lockAccount(trx, dialect, userId)
  await setSuspendedUntil(trx, userId, await findSuspensionEnd(trx, userId))
}
