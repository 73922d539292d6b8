import type { Character, OwnCharacter } from '#shared/characters.ts'
import type { CharacterRow } from './queries.ts'

export function viewCharacter(row: CharacterRow, viewerId: string): Character {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    category: row.category,
    personality: row.personality,
    speechStyle: row.speech_style,
    behaviors: row.behaviors,
    greeting: row.greeting,
    userRole: row.user_role,
    creativity: row.creativity,
    plotAdvancement: row.plot_advancement,
    environment: row.environment,
    allowedItems: row.allowed_items,
    forbiddenItems: row.forbidden_items,
    avatar: row.avatar,
    gender: row.gender,
    kinks: row.kinks,
    contentRating: row.content_rating,
    isPublic: row.is_public === 1,
    chatCount: row.chat_count,
    rating: row.rating_count > 0 ? row.rating_sum / row.rating_count : null,
    createdBy: row.owner_name,
    isMine: row.owner_id === viewerId,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

export function viewOwnCharacter(row: CharacterRow): OwnCharacter {
  return {
    ...viewCharacter(row, row.owner_id),
    scenario: row.scenario,
    definition: row.definition,
    exampleDialogue: row.example_dialogue,
    systemPrompt: row.system_prompt,
    postHistoryInstructions: row.post_history_instructions,
  }
}

/** A character as its author's download has it, with what became of it. */
export function viewCharacterInFull(row: CharacterRow) {
  return { ...viewOwnCharacter(row), deletedAt: row.deleted_at }
}

export function viewRating(row: { character_id: string; character_name: string; stars: number; updated_at: number }) {
  return {
    characterId: row.character_id,
    characterName: row.character_name,
    stars: row.stars,
    updatedAt: row.updated_at,
  }
}
