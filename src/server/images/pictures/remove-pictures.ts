import type { Context } from '#server/core/context.ts'
import { fileNameOf, type PictureDeps } from './picture-deps.ts'
import { deleteImage, listImagesOf, listOrphanedImageIds } from './queries.ts'

/** How long a picture may wait for a character to wear it, in milliseconds. */
export const unwornFor = 24 * 60 * 60 * 1000
const atATime = 200

/**
 * Removes what nobody wears any more: uploads that no character took within a day, and what deleted accounts left.
 * Returns how many.
 */
export async function sweepPictures(context: Context, pictures: Pick<PictureDeps, 'storage'>): Promise<number> {
  let swept = 0
  for (;;) {
    const ids = await listOrphanedImageIds(context.db, context.clock.now() - unwornFor, atATime)
    await remove(context, pictures, ids)
    swept += ids.length
    if (ids.length < atATime) return swept
  }
}

/** Removes every picture of an account at once, instead of leaving them to the sweep. */
export async function removePicturesOf(
  context: Context,
  pictures: Pick<PictureDeps, 'storage'>,
  ownerId: string,
): Promise<void> {
  const images = await listImagesOf(context.db, ownerId)
  await remove(
    context,
    pictures,
    images.map(({ id }) => id),
  )
}

/** The file goes first: until its row is gone too, the sweep comes back for it. */
async function remove(
  context: Context,
  { storage }: Pick<PictureDeps, 'storage'>,
  ids: readonly string[],
): Promise<void> {
  for (const id of ids) {
    await storage.remove(fileNameOf(id))
    await deleteImage(context.db, id)
  }
}
