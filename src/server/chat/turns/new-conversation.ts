import { charName } from '#engine/cards/character.ts'
import { genericGreeting, openingText } from '#engine/prompt/opening.ts'
import { toFields } from '#server/characters/character-columns.ts'
import type { CharacterRow } from '#server/characters/queries.ts'
import type { Context } from '#server/core/context.ts'
import { createOwnedId, type OwnConversationId } from '#server/core/owned-id.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { chatLimits } from '#shared/chat.ts'
import type { Player } from '../personas/player.ts'
import type { MessageRow, NewMessage } from '../tree/queries.ts'

export type OpeningMessage = Pick<MessageRow, 'role' | 'content' | 'is_seeded'> & {
  is_unchecked?: number
  /** Other versions of it. */
  others?: string[]
}

/**
 * The greeting in the request, which is seeded, or the character's own, with its macros expanded. The character's other
 * greetings are versions of its own. No message where there is none: the player then writes first.
 */
export function openingMessages(
  character: CharacterRow,
  player: Pick<Player, 'name' | 'description'>,
  { now, greeting = '', isScene = false }: { now: number; greeting?: string; isScene?: boolean },
): OpeningMessage[] {
  const card = toFields(character)
  const at = { persona: player.description, now }
  const expand = (text: string) => openingText({ ...card, greeting: text }, player.name, character.id, at)
  const own = [...(isScene ? card.groupGreetings : []), card.greeting, ...card.alternateGreetings]
    .map(expand)
    .filter((text) => text !== '')
  const content = expand(greeting) || own[0]
  if (!content) return []
  const isOwn = own.includes(content)
  return [
    {
      role: 'character',
      content,
      is_seeded: isOwn || content === genericGreeting(charName(card)) ? 0 : 1,
      others: isOwn ? [...new Set(own)].filter((text) => text !== content) : [],
    },
  ]
}

/** The rows of a conversation that has not started, with the messages it begins with. */
export function newConversation(
  { ids }: Context,
  begin: { user: Viewer; character: CharacterRow; messages: OpeningMessage[]; now: number },
) {
  const { user, character, now } = begin
  const id = createOwnedId<OwnConversationId>(ids)
  const messages: NewMessage[] = []
  let leafId: string | null = null
  for (const [depth, { others = [], ...message }] of begin.messages.entries()) {
    const common = { conversation_id: id, parent_id: leafId, depth, created_at: now, ...message }
    leafId = ids.uuid()
    messages.push({ ...common, id: leafId }, ...others.map((content) => ({ ...common, id: ids.uuid(), content })))
  }
  const conversation = {
    id,
    user_id: user.id,
    character_id: character.id,
    character_name: character.name,
    character_avatar: character.avatar,
    character_category: character.category,
    revision_id: character.revision_id,
    title: '',
    active_leaf_id: leafId,
    created_at: now,
    started_at: null,
    expires_at: now + chatLimits.provisionalLifetime,
    updated_at: now,
    has_memory: null,
    memory_version: 0,
  }
  return { conversation, messages }
}
