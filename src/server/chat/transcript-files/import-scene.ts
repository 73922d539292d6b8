import type { TranscriptMessage } from '#engine/transcripts/transcript.ts'
import { characterScope } from '#server/characters/character-scope.ts'
import { type CharacterRow, findAccessibleCharacter, listOwnCharacters } from '#server/characters/queries.ts'
import { characterCues, prepareCharacterCues } from '#server/characters/screen-character.ts'
import type { Context } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { foldText } from '#shared/fold-text.ts'
import { participantRow } from '../scenes/find-participants.ts'
import type { ParticipantRow } from '../scenes/queries.ts'
import type { ConversationRow, NewMessage } from '../tree/queries.ts'
import { type ImportedTranscript, withSpeakerName } from './import-parser.ts'

/** A transcript whose characters are known here. */
export interface ImportedScene {
  transcript: ImportedTranscript
  /** The ids of the participants in the order of a round, the conversation's own first; empty without a scene. */
  ids: string[]
  /** The characters that exist here, by id. */
  characters: Map<string, CharacterRow>
  /** The ids by the indexes of the file; null for a name that nobody here has. */
  idAt: (string | null)[]
  /** The cues of the scene's characters; undefined without a scene. */
  cues: ReadonlySet<string> | undefined
}

/** The most of the user's own characters that are searched for names. */
const maxOwn = 1_000

/**
 * Finds the characters of a scene: by their ids where the viewer may chat with them, else by name among the viewer's own.
 * A name that nobody has stays in the text of its messages, which the conversation's own character then says.
 */
export async function importScene(
  context: Context,
  { viewer, character }: { viewer: Viewer; character: CharacterRow },
  transcript: ImportedTranscript,
): Promise<ImportedScene> {
  const { participants = [] } = transcript
  const none = { transcript, ids: [], characters: new Map(), cues: undefined }
  if (participants.length === 0) return { ...none, idAt: [] }
  const scope = characterScope(context, viewer)
  const own = await listOwnCharacters(context.db, scope, { limit: maxOwn, after: null })
  const characters = new Map([[character.id, character]])
  const ownIndex = findOwn(transcript, character)
  const idAt: (string | null)[] = []
  for (const [index, { id, name }] of participants.entries()) {
    const isOwn = index === ownIndex
    const named = own.find((one) => foldText(one.name) === foldText(name))?.id
    const candidate = isOwn ? character.id : id || named
    const row = candidate ? await findAccessibleCharacter(context.db, scope, candidate) : undefined
    const other = row ?? (named ? await findAccessibleCharacter(context.db, scope, named) : undefined)
    if (other) characters.set(other.id, other)
    const known = other?.id ?? (isId(id) ? id : null)
    idAt.push(known !== null && idAt.includes(known) ? null : known)
  }
  const ids = [...new Set([character.id, ...idAt.filter((id) => id !== null)])]
  if (ids.length < 2) return { ...none, idAt }
  for (const one of characters.values()) await prepareCharacterCues(context, one)
  const cues = new Set([...characters.values()].flatMap((one) => [...characterCues(context, one)]))
  return { transcript, ids, characters, idAt, cues }
}

/**
 * Which participant the character of the import speaks for: the first where the file has ids; else the one of its name, or
 * the file's own character.
 */
function findOwn({ participants = [], character: own }: ImportedTranscript, character: CharacterRow): number {
  if (participants.some(({ id }) => id !== '')) return 0
  const isNamed = (wanted: string) => participants.findIndex(({ name }) => foldText(name) === foldText(wanted))
  const named = isNamed(character.name)
  return named < 0 ? Math.max(0, isNamed(own)) : named
}

const isId = (id: string) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)

/** The message with its speaker's name in the text where nobody here has that name. */
export function withUnknownName({ transcript, idAt }: ImportedScene, message: TranscriptMessage): TranscriptMessage {
  return message.speaker === undefined || idAt[message.speaker] ? message : withSpeakerName(transcript, message)
}

export function participantRows(
  conversation: Pick<ConversationRow, 'id' | 'character_name'>,
  { ids, characters, idAt, transcript }: ImportedScene,
  now: number,
): ParticipantRow[] {
  return ids.map((id, position) => {
    const character = characters.get(id)
    const named = character?.name ?? transcript.participants?.[idAt.indexOf(id)]?.name ?? ''
    const name = (position === 0 ? conversation.character_name : named).slice(0, 200)
    const { avatar = '', category = 'Other', revision_id = null } = character ?? {}
    return participantRow(conversation.id, { id, name, avatar, category, revision_id }, { position, now })
  })
}

/** What the row of a message stores of its scene. */
export function presenceColumns(
  { ids, idAt, transcript }: ImportedScene,
  { role, speaker, audience, presentAfter }: TranscriptMessage,
): Pick<NewMessage, 'speaker_id' | 'audience' | 'present_after'> {
  if (ids.length === 0) return {}
  const [ownId = ''] = ids
  // Formats with names only do not record whether the character of the import was present.
  const always = transcript.participants?.some(({ id }) => id !== '') ? [] : [ownId]
  const list = (indexes: number[] | undefined) =>
    indexes ? JSON.stringify([...new Set([...always, ...indexes.map((index) => idAt[index] ?? ownId)])]) : null
  const speakerId = role === 'user' || speaker === undefined ? null : (idAt[speaker] ?? null)
  return { speaker_id: speakerId, audience: list(audience), present_after: list(presentAfter) }
}
