import type { Ids } from './ids.ts'

declare const owned: unique symbol

/**
 * The id of a row that belongs to the account of the request. Only a query that names the owner, or the creation of the
 * row, returns one; queries that change the row or read its contents require one. A plain string from a request is not
 * assignable, so a missing ownership check does not compile. At run time it is a string.
 */
type OwnedId<Kind extends string> = string & { readonly [owned]: Kind }

export type OwnConversationId = OwnedId<'conversation'>
export type OwnCharacterId = OwnedId<'character'>
export type OwnSessionId = OwnedId<'session'>

/** The id of a row that its owner creates now. */
export function createOwnedId<Id extends OwnedId<string>>(ids: Ids): Id {
  return ids.uuid() as Id
}
