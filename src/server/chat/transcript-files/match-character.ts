import { characterScope } from '#server/characters/character-scope.ts'
import { listGalleryIds, readSummaries } from '#server/characters/gallery/queries.ts'
import { findAccessibleCharacter, listOwnCharacters } from '#server/characters/queries.ts'
import { getChatCharacter } from '#server/characters/screen-character.ts'
import type { Context } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { ApiError } from '#server/http/api-error.ts'
import { foldText } from '#shared/fold-text.ts'
import { listConversationCharacters } from '../conversations/list/queries.ts'
import type { ImportedTranscript } from './import-parser.ts'

/** The most characters of each kind that are searched for a name. */
const maxSearched = { own: 1_000, met: 500, public: 50 }
const maxCandidates = 10

/**
 * The character that a conversation of a file belongs to: the one of its name among the user's own and those they have
 * chatted with, else in the gallery. Throws `character_unknown` where there is none or more than one.
 */
export async function matchCharacter(context: Context, viewer: Viewer, transcript: ImportedTranscript) {
  const { character: name, participants, messages, excluded } = transcript
  const scope = characterScope(context, viewer)
  const [first] = participants ?? []
  // A scene that was exported here has the ids of its characters.
  const known = first?.id ? await findAccessibleCharacter(context.db, scope, first.id) : undefined
  const candidates = known ? [known] : await findNamed(context, viewer, name || (first?.name ?? ''))
  const [only, ...others] = candidates
  if (only && others.length === 0) return getChatCharacter(context, viewer, only.id, null)
  const found = candidates.slice(0, maxCandidates).map((one) => ({
    id: one.id,
    name: one.name,
    by: one.owner_name,
    description: [...one.description].slice(0, 60).join(''),
  }))
  throw new ApiError('character_unknown', {
    details: { file: { name, candidates: found, messages: messages.length, excluded } },
  })
}

async function findNamed(context: Context, viewer: Viewer, name: string) {
  const { db, dialect } = context
  const wanted = foldText(name)
  if (wanted === '') return []
  const scope = characterScope(context, viewer)
  const isNamed = (one: { name: string }) => foldText(one.name) === wanted
  const own = await listOwnCharacters(db, scope, { limit: maxSearched.own, after: null })
  const met = await listConversationCharacters(db, viewer.id, maxSearched.met)
  const near = await findAll([...own, ...met].filter(isNamed))
  if (near.length > 0) return near
  const filters = {
    search: name,
    sort: 'trending',
    limit: maxSearched.public,
    after: null,
    includesCursor: false,
  } as const
  const ids = (await listGalleryIds(db, dialect, scope, filters)).map(({ id }) => id)
  return findAll((await readSummaries(db, ids)).filter(isNamed))

  /** Those that the viewer may chat with, each once. */
  async function findAll(rows: { id: string }[]) {
    const ids = [...new Set(rows.map(({ id }) => id))].slice(0, maxCandidates + 1)
    const found = await Promise.all(ids.map((id) => findAccessibleCharacter(db, scope, id)))
    return found.filter((row) => row !== undefined)
  }
}
