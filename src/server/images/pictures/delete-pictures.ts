import type { Context } from '#server/core/context.ts'
import { fileNameOf, type PictureDeps } from './picture-deps.ts'
import { deleteImage, listImagesOf, listUnreferencedImageIds } from './queries.ts'

/** How long an unreferenced picture is stored, in milliseconds. */
export const unreferencedLifetime = 24 * 60 * 60 * 1000
const batchSize = 200

/**
 * Deletes pictures that no character and no persona has used within a day of their upload, and those of deleted
 * accounts. Returns how many.
 */
export async function sweepPictures(context: Context, pictures: Pick<PictureDeps, 'storage'>): Promise<number> {
  let deleted = 0
  for (;;) {
    const ids = await listUnreferencedImageIds(context.db, context.clock.now() - unreferencedLifetime, batchSize)
    await deletePictures(context, pictures, ids)
    deleted += ids.length
    if (ids.length < batchSize) break
  }
  if (deleted > 0) context.log.info({ deleted }, 'unreferenced pictures deleted')
  return deleted
}

/** Deletes every picture of an account. */
export async function deletePicturesOf(
  context: Context,
  pictures: Pick<PictureDeps, 'storage'>,
  ownerId: string,
): Promise<void> {
  const images = await listImagesOf(context.db, ownerId)
  await deletePictures(
    context,
    pictures,
    images.map(({ id }) => id),
  )
}

/** The file is deleted before its row: after a crash in between, the row makes the sweep try again. */
async function deletePictures(
  context: Context,
  { storage }: Pick<PictureDeps, 'storage'>,
  ids: readonly string[],
): Promise<void> {
  for (const id of ids) {
    await storage.remove(fileNameOf(id))
    await deleteImage(context.db, id)
  }
}
