import { characterScope } from '#server/characters/character-scope.ts'
import { findImageAudience } from '#server/characters/queries.ts'
import type { Context } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { findRefusal } from '#server/http/access.ts'
import { imageUrl } from './image-deps.ts'
import { isImageOf } from './queries.ts'

/**
 * Who may see an image: those who may see a character with it, its owner, and who moderates. Null where the viewer may not.
 */
export async function findImageAccess(
  context: Context,
  viewer: Viewer | null,
  id: string,
): Promise<'public' | 'private' | null> {
  const scope = viewer && characterScope(context, viewer)
  const audience = await findImageAudience(context.db, imageUrl(id), scope)
  if (audience === 'everybody') return 'public'
  if (audience === 'viewer' || !findRefusal('moderator', viewer)) return 'private'
  return viewer && (await isImageOf(context.db, id, viewer.id)) ? 'private' : null
}
