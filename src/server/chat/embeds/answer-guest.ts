import type { z } from 'zod'
import { findAccount } from '#server/accounts/queries.ts'
import { visitors } from '#server/characters/find-shared-character.ts'
import { type CharacterRow, findAccessibleCharacter } from '#server/characters/queries.ts'
import { prepareCharacterCues } from '#server/characters/screen-character.ts'
import type { Context } from '#server/core/context.ts'
import { createOwnedId, type OwnSessionId } from '#server/core/owned-id.ts'
import type { Account, Viewer } from '#server/core/viewer.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { Limiter } from '#server/http/rate-limit.ts'
import type { GuestRequest } from '#shared/embeds.ts'
import type { ChatDeps } from '../replies/chat-deps.ts'
import type { ReplySource } from '../replies/stream-reply.ts'
import { answerHistory } from '../turns/answer-history.ts'
import { assertNotDraining } from '../turns/begin-turn.ts'
import { findEmbed } from './queries.ts'

/** How characters call somebody without an account. */
export const guestName = 'Guest'

interface Embedded {
  owner: Account
  character: CharacterRow
}

/** The character with this token and its author. Throws `not_found` unless everybody may chat with it. */
export async function getEmbedded({ db, clock }: Context, token: string): Promise<Embedded> {
  const embed = await findEmbed(db, token)
  const character = embed && (await findAccessibleCharacter(db, visitors, embed.character_id))
  const owner = character && (await findAccount(db, character.owner_id))
  if (owner && owner.id === embed.user_id && (owner.suspended_until ?? 0) <= clock.now()) return { owner, character }
  throw new ApiError('not_found', { message: 'This chat is not open any more. Please ask the people of this website.' })
}

/** Answers somebody without an account. Nothing is stored. The turn is charged to the author, whose names and personas are not used. */
export async function answerGuest(
  chat: ChatDeps,
  token: string,
  said: z.output<typeof GuestRequest>,
  assertAccountRate: Limiter,
): Promise<ReplySource> {
  const { context } = chat
  assertNotDraining(chat)
  const { owner, character } = await getEmbedded(context, token)
  await assertAccountRate(owner.id)
  await prepareCharacterCues(context, character)
  const guest: Viewer = {
    ...owner,
    ...{
      username: guestName,
      display_name: null,
      player_name: null,
      has_persona_defaults: 0,
      is_guest: true,
      has_webhooks: 0,
    },
    session_id: createOwnedId<OwnSessionId>(context.ids),
    session_created_at: context.clock.now(),
  }
  const source = await answerHistory(chat, guest, character, said).catch(explainQuota)
  return { ...source, turn: { ...source.turn, messagesLeft: null } }
}

/** The error names the limit of the author’s account, and what Premium would change. */
function explainQuota(error: unknown): never {
  if (!(error instanceof ApiError) || error.code !== 'quota_exceeded') throw error
  const message = 'This chat has reached its limit for today. Please come back tomorrow.'
  const details = { errorType: 'quota_exceeded', userMessage: message } as const
  throw new ApiError('quota_exceeded', { message, details, retryAfter: error.retryAfter ?? undefined })
}
