import type { HistoryMessage } from '#engine/prompt/input.ts'
import type { CharacterRow } from '#server/characters/queries.ts'
import { characterCues } from '#server/characters/screen-character.ts'
import type { Context, Queryable } from '#server/core/context.ts'
import { type Account, displayName, type Viewer } from '#server/core/viewer.ts'
import { ApiError } from '#server/http/api-error.ts'
import { ownName, type PersonaFields } from '#shared/personas.ts'
import type { SceneTurn } from '../scenes/scene.ts'
import type { HistoryRow, MessageRow } from '../tree/queries.ts'
import { findPersona, findPersonaInPlace, type PersonaRow } from './queries.ts'

/** The viewer in a turn: a persona, or the account under its own name. */
export interface Player {
  name: string
  /** Null for the account itself. */
  personaId: string | null
  description: string
  /** `lorebooks` of the persona. */
  lorebooks: string | null
  /** The text of the persona for the safety policy, and a key that changes with the text. */
  screened: { key: string; text: string } | null
}

/** A chat: the character that speaks, and the scene where others take part. */
interface Chat {
  character: CharacterRow
  sceneTurn?: SceneTurn
}

interface Place extends Chat {
  viewer: Account
  /** `persona_id` of the conversation; null if there is none yet. */
  chosenId: string | null
}

/** The name by which characters call the account itself. */
export function accountName(viewer: Account): string {
  return viewer.player_name ?? displayName(viewer)
}

/** The names by which a model may call the account, besides that of the player. */
export function accountNames(viewer: Account): string[] {
  return [viewer.username, accountName(viewer), displayName(viewer)]
}

const accountPlayer = (viewer: Account): Player => ({
  name: accountName(viewer),
  personaId: null,
  description: '',
  lorebooks: null,
  screened: null,
})

/** All that a persona says, for the safety policy. */
export const personaText = ({ name, description }: PersonaFields) => `${name}\n\n${description}`.trim()

const personaPlayer = (persona: PersonaRow): Player => ({
  name: persona.name,
  personaId: persona.id,
  description: persona.description,
  lorebooks: persona.lorebooks,
  screened: { key: `${persona.id} ${persona.updated_at}`, text: personaText(persona) },
})

/**
 * The player from the next message on. Runs no statement for an account without personas. Throws `forbidden` for a
 * persona that may not be in a chat with this character.
 */
export async function findPlayer(
  context: Context,
  db: Queryable,
  { viewer, chosenId, ...chat }: Place,
): Promise<Player> {
  if (chosenId === ownName || (chosenId === null && viewer.has_persona_defaults === 0)) return accountPlayer(viewer)
  // A default persona is that of the conversation's own character, even while another character speaks.
  const characterId = chat.sceneTurn?.scene.ownId ?? chat.character.id
  const persona = await findPersonaInPlace(db, { userId: viewer.id, characterId, chosenId })
  if (!persona) return accountPlayer(viewer)
  const player = personaPlayer(persona)
  assertFits(context, chat, player)
  return player
}

/** The player who sent a message: its persona under the name of that time, with the description of today. */
export async function findSender(
  context: Context,
  db: Queryable,
  { viewer, ...chat }: Omit<Place, 'chosenId'>,
  { persona_id, persona_name }: Pick<MessageRow, 'persona_id' | 'persona_name'>,
): Promise<Player> {
  if (persona_id === null) return accountPlayer(viewer)
  const persona = await findPersona(db, viewer.id, persona_id)
  const name = persona_name ?? persona?.name ?? accountName(viewer)
  if (!persona) return { name, personaId: persona_id, description: '', lorebooks: null, screened: null }
  const player = { ...personaPlayer(persona), name }
  assertFits(context, chat, player)
  return player
}

/** Whether a chat has a mature or explicit character. */
export function isMatureChat({ character, sceneTurn }: Chat): boolean {
  return sceneTurn?.scene.isMature ?? character.content_rating !== 'general'
}

/** Throws for a persona who is presented as a minor in a chat with a mature or explicit character. */
function assertFits(context: Context, chat: Chat, player: Player): void {
  if (!isMatureChat(chat) || personaCues(context, player).size === 0) return
  throw new ApiError('forbidden', {
    message: `The persona “${player.name}” is described as a minor, and this character is for adults. Choose another persona for this conversation.`,
  })
}

const noCues: ReadonlySet<string> = new Set()

function personaCues({ safety }: Context, { screened }: Player): ReadonlySet<string> {
  return screened ? safety.contextCues(screened.key, () => screened.text) : noCues
}

/**
 * The cues that count for every text of a chat: those of its characters and of the player's persona.
 *
 * @param importedCues while a scene is imported: the cues of its characters
 */
export function chatCues(
  context: Context,
  { character, sceneTurn }: Chat,
  player: Player | undefined,
  importedCues?: ReadonlySet<string>,
): ReadonlySet<string> {
  const cues = sceneTurn?.scene.cues ?? importedCues ?? characterCues(context, character)
  const ofPlayer = player ? personaCues(context, player) : noCues
  return ofPlayer.size === 0 ? cues : new Set([...cues, ...ofPlayer])
}

/** The columns of a message that this player sends. */
export function playerColumns({ personaId, name }: Player): Pick<MessageRow, 'persona_id' | 'persona_name'> {
  return personaId === null ? { persona_id: null, persona_name: null } : { persona_id: personaId, persona_name: name }
}

/** The history with the name under which the player said each message, where it was not always the same. */
export function withPlayers(viewer: Viewer, { personaId }: Player, rows: HistoryRow[]): HistoryMessage[] {
  if (personaId === null && rows.every(({ persona_name }) => persona_name === null)) return rows
  const own = accountName(viewer)
  return rows.map(({ persona_name, ...row }) => (row.role === 'user' ? { ...row, player: persona_name ?? own } : row))
}
