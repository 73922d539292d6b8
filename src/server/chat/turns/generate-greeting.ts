import { genericGreeting, openingText } from '#engine/prompt/opening.ts'
import { characterScope } from '#server/characters/character-scope.ts'
import { findReachableCharacter } from '#server/characters/queries.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { notFound } from '#server/http/api-error.ts'
import type { ChatDeps } from './begin-turn.ts'
import { playerName, promptCharacter, promptFor } from './prompt.ts'

/** A fresh greeting is worth a short wait and no more: the original one is always there. */
const patience = 15_000

/**
 * A new opening in the character's own voice. Falls back to the greeting the client showed, then to the author's, then
 * to a plain hello: this never fails for the model's sake.
 */
export async function generateGreeting(
  { context }: ChatDeps,
  user: Viewer,
  request: { characterId: string; originalGreeting: string },
): Promise<string> {
  const character = await findReachableCharacter(context.db, characterScope(context, user), request.characterId)
  if (!character) throw notFound()
  const card = promptCharacter(character)
  const { generate } = promptFor(context, {
    user,
    character,
    kind: 'greeting',
    history: [],
    anchor: null,
    conversationSeed: character.id,
    replySeed: context.ids.uuid(),
  })
  let greeting = ''
  const onText = (text: string) => {
    greeting += text
  }
  try {
    const { finish } = await generate({ signal: AbortSignal.timeout(patience), onText })
    if (greeting.trim() !== '' && finish === 'stop') return greeting.trim()
  } catch (error) {
    context.log.warn({ err: error, character: character.id }, 'no fresh greeting; the original opens')
  }
  if (request.originalGreeting.trim() !== '') return request.originalGreeting.trim()
  return openingText(card, playerName(user), character.id) || genericGreeting(character.name)
}
