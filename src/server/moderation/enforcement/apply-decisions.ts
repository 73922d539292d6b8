import { lockAccount } from '#server/accounts/queries.ts'
import type { Context, Queryable } from '#server/core/context.ts'
import {
  findSuspensionEnd,
  insertRemoved,
  listEffects,
  lockCharacterState,
  lockMessageStates,
  type MessageState,
  setSuspendedUntil,
  type Target,
  takeRemoved,
  updateCharacterState,
  updateMessageState,
} from './queries.ts'

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
  const effects = await listEffects(trx, 'character', [target.id])
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

/** The copies of a message are removed and restored with it. */
async function applyToMessage({ clock, dialect }: Context, trx: Queryable, target: Target): Promise<boolean> {
  const copies = await lockMessageStates(trx, dialect, target.id)
  const ids = new Set([target.id, ...copies.flatMap(({ id, copied_from }) => [id, copied_from ?? id])])
  const effects = await listEffects(trx, 'message', [...ids])
  const isRemoved = effects.some(({ effect }) => effect === 'message_redacted')
  let restored: MessageState | null = null
  for (const { id, content, status } of copies) {
    if (isRemoved === (status === 'redacted')) continue
    const copy = { ...target, id }
    if (isRemoved) {
      await insertRemoved(trx, copy, { content, status }, clock.now())
      await updateMessageState(trx, id, { content: '', status: 'redacted' })
      continue
    }
    // What was copied after the removal has no original of its own. The oldest copy comes first.
    restored = (await takeRemoved<MessageState>(trx, copy)) ?? restored
    if (!restored) continue
    const { status: before } = restored
    await updateMessageState(trx, id, { ...restored, status: before === 'streaming' ? 'interrupted' : before })
  }
  return copies.length > 0
}

/** Suspends an account until the latest end of its suspensions; without any, it is not suspended. */
export async function applySuspensions({ dialect }: Context, trx: Queryable, userId: string): Promise<void> {
  await lockAccount(trx, dialect, userId)
  await setSuspendedUntil(trx, userId, await findSuspensionEnd(trx, userId))
}
