/**
 * What each kind of generation costs of the day's messages of a free account. One that fails is refunded. The list
 * for users and operators is in docs/models.md.
 */
export const messageCosts = {
  /** A reply to a message, or to an empty one; in a scene each reply of a round. */
  reply: 1,
  /** Another version of a reply. */
  version: 1,
  /** A reply to an edited message. */
  edit: 1,
  /** The model goes on in a reply that was cut. */
  continuation: 1,
  /** A draft of the player's next message. */
  impersonation: 1,
  /** A new greeting. */
  greeting: 1,
  /** Texts of a character that the model proposes. */
  proposal: 1,
  /** Summaries and memories, written after a reply. */
  memory: 0,
} as const satisfies Record<string, 0 | 1>
export type Generation = keyof typeof messageCosts
