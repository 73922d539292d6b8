import type { Context } from '#server/core/context.ts'
import { fileNameOf, type ImageDeps } from './image-deps.ts'
import { deleteImage, listImagesOf, listUnreferencedImageIds } from './queries.ts'

/** How long an unreferenced image is stored, in milliseconds. */
export const unreferencedLifetime = 24 * 60 * 60 * 1000
const batchSize = 200

/**
 * Deletes images that no character and no persona has used within a day of their upload, and those of deleted
 * accounts. Returns how many.
 */
export async function sweepImages(context: Context, images: Pick<ImageDeps, 'storage'>): Promise<number> {
  let deleted = 0
  for (;;) {
    const ids = await listUnreferencedImageIds(context.db, context.clock.now() - unreferencedLifetime, batchSize)
    await deleteImages(context, images, ids)
    deleted += ids.length
    if (ids.length < batchSize) break
  }
  if (deleted > 0) context.log.info({ deleted }, 'unreferenced images deleted')
  return deleted
}

/** Deletes every image of an account. */
export async function deleteImagesOf(
  context: Context,
  images: Pick<ImageDeps, 'storage'>,
  ownerId: string,
): Promise<void> {
  const stored = await listImagesOf(context.db, ownerId)
  await deleteImages(
    context,
    images,
    stored.map(({ id }) => id),
  )
}

/** The file is deleted before its row: after a crash in between, the row makes the sweep try again. */
async function deleteImages(
  context: Context,
  { storage }: Pick<ImageDeps, 'storage'>,
  ids: readonly string[],
): Promise<void> {
  for (const id of ids) {
    await storage.remove(fileNameOf(id))
    await deleteImage(context.db, id)
  }
}
