import { z } from 'zod'
import { StoredCharacterFields } from './characters.ts'

/**
 * Who speaks next in a scene with several characters: the one the user picks, one after the other, or those whom the
 * user's message names (one after the other where it names nobody).
 */
export const turnOrders = ['manual', 'round', 'addressed'] as const
export type TurnOrder = (typeof turnOrders)[number]

export const sceneLimits = {
  /** Characters that are present at the same time. */
  present: 8,
  /** Characters that take part at any time. */
  participants: 24,
} as const

/** A character of a scene. */
export const Participant = z.object({
  characterId: z.string(),
  /** Name, avatar and category: current while it is available, otherwise as it joined. */
  name: z.string(),
  avatar: z.string(),
  category: z.string(),
  /** While it is available: its own pictures of its expressions, and the one behind its chats. */
  expressions: StoredCharacterFields.shape.expressions.optional(),
  background: z.string().optional(),
  /** False when the character was deleted or the viewer may no longer access it: it does not speak any more. */
  available: z.boolean(),
  /** Whether it is present at the newest message. */
  present: z.boolean(),
})
export type Participant = z.infer<typeof Participant>

/** The scene of a conversation with several characters. */
export const Scene = z.object({
  turnOrder: z.enum(turnOrders),
  /** In the order of a round, those who have left included. */
  participants: z.array(Participant),
})
export type Scene = z.infer<typeof Scene>

/** The newest message that the client shows; null in a conversation without messages. */
const leafId = z.string().max(64).nullable()

/** A character joins, or comes back. */
export const JoinRequest = z.object({ characterId: z.string().min(1).max(64), leafId })

/** A character leaves. */
export const LeaveQuery = z.object({ leafId: z.string().max(64).optional() })

export const TurnOrderRequest = z.object({ turnOrder: z.enum(turnOrders) })
