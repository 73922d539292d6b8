import { characterScope } from '#server/characters/character-scope.ts'
import { readGalleryPage } from '#server/characters/gallery/read-gallery.ts'
import { listOwnCharacters, readCharacterNames } from '#server/characters/queries.ts'
import type { Context } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { galleryLimits } from '#shared/character-terms.ts'
import { foldText } from '#shared/fold-text.ts'
import type { Model } from '#shared/openai.ts'
import { listConversationCharacters } from '../conversations/list/queries.ts'

/** The most of each kind: clients show the whole list. */
const most = { own: 200, met: 200, gallery: galleryLimits.max }

/** The characters that the viewer may chat with, as models: their own, those they have chatted with, and the trending ones. */
export async function listModels(context: Context, viewer: Viewer): Promise<Model[]> {
  const { db } = context
  const scope = characterScope(context, viewer)
  const [own, met, gallery] = await Promise.all([
    listOwnCharacters(db, scope, { limit: most.own, after: null }),
    listConversationCharacters(db, viewer.id, most.met),
    readGalleryPage(context, scope, { search: '', sort: 'trending', limit: most.gallery, after: null }),
  ])
  const names = await readCharacterNames(
    db,
    scope,
    met.map(({ id }) => id),
  )
  const usable = own.filter(({ content_rating }) => scope.own.includes(content_rating))
  const named = (rows: { id: string; name: string }[]) => rows.map(({ id, name }) => [id, name] as const)
  return [...new Map([...named(usable), ...names, ...named(gallery.rows)])].map(viewModel)
}

/** Clients that show nothing but ids show a name this way. */
export function viewModel([id, name]: readonly [id: string, name: string]): Model {
  const slug = foldText(name).replaceAll(/[^a-z0-9]+/g, '-')
  return { id: `${slug}-${id}`.replace(/^-/, ''), object: 'model', created: createdAt(id), owned_by: 'troupe', name }
}

const idLength = 36

/** The id of the character that a model is. */
export const characterIdOf = (model: string): string => model.slice(-idLength)

/** In seconds: an id begins with its time in milliseconds. */
const createdAt = (id: string): number =>
  Math.floor(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16) / 1000) || 0
