import { lockAccount } from '#server/accounts/queries.ts'
import type { Context } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { ApiError } from '#server/http/api-error.ts'
import { imageLimits } from '#shared/images.ts'
import { fileNameOf, type ImageDeps, imageUrl } from './image-deps.ts'
import { countImagesOf, deleteImage, insertImage } from './queries.ts'

/** Processes an image and stores it for its owner; returns the path it is served at. */
export async function saveImage(
  context: Context,
  { imageProcessor, storage }: ImageDeps,
  owner: Viewer,
  bytes: Uint8Array,
): Promise<string> {
  const webp = await imageProcessor.process(bytes)
  const id = context.ids.uuid()
  // The row is written before the file: after a crash in between, the sweep finds the row. A file without a row would
  // never be deleted.
  await context.transact(async (trx) => {
    await lockAccount(trx, context.dialect, owner.id)
    assertBelowLimit(await countImagesOf(trx, owner.id))
    const image = { id, owner_id: owner.id, bytes: webp.length, created_at: context.clock.now() }
    await insertImage(trx, image)
  })
  try {
    await storage.put(fileNameOf(id), webp)
  } catch (error) {
    await deleteImage(context.db, id)
    throw error
  }
  return imageUrl(id)
}

/** An early check, so that an account at its limit does not upload in vain. `saveImage` checks again under a lock. */
export async function assertBelowImageLimit(context: Context, owner: Viewer): Promise<void> {
  assertBelowLimit(await countImagesOf(context.db, owner.id))
}

function assertBelowLimit(count: number): void {
  if (count >= imageLimits.perAccount) throw new ApiError('picture_limit')
}
