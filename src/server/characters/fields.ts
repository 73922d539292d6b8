import type { CharacterFields } from '#shared/characters.ts'
import type { CharacterRow } from './queries.ts'

/** The columns an author writes. */
export function rowFields(fields: CharacterFields) {
  return {
    name: fields.name,
    description: fields.description,
    category: fields.category,
    personality: fields.personality,
    speech_style: fields.speechStyle,
    behaviors: fields.behaviors,
    greeting: fields.greeting,
    user_role: fields.userRole,
    creativity: fields.creativity,
    plot_advancement: fields.plotAdvancement,
    environment: fields.environment,
    allowed_items: fields.allowedItems,
    forbidden_items: fields.forbiddenItems,
    avatar: fields.avatar,
    gender: fields.gender,
    kinks: fields.kinks,
    content_rating: fields.contentRating,
    is_public: fields.isPublic ? 1 : 0,
    scenario: fields.scenario,
    definition: fields.definition,
    example_dialogue: fields.exampleDialogue,
    system_prompt: fields.systemPrompt,
    post_history_instructions: fields.postHistoryInstructions,
  }
}

/** The author's fields of a stored row: where a partial save starts from. */
export function fieldsOf(row: Omit<CharacterRow, 'owner_name'>): CharacterFields {
  return {
    name: row.name,
    description: row.description,
    category: row.category as CharacterFields['category'],
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
    scenario: row.scenario,
    definition: row.definition,
    exampleDialogue: row.example_dialogue,
    systemPrompt: row.system_prompt,
    postHistoryInstructions: row.post_history_instructions,
  }
}
