import { lockAuthor } from '#server/characters/queries.ts'
import type { Context } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { ApiError } from '#server/http/api-error.ts'
import { imageLimits } from '#shared/images.ts'
import { fileNameOf, type PictureDeps } from './picture-deps.ts'
import { countImagesOf, deleteImage, insertImage } from './queries.ts'

/** Develops a picture and keeps it for its owner; returns the address it is served at. */
export async function savePicture(
  context: Context,
  { imageProcessor, storage }: PictureDeps,
  owner: Viewer,
  bytes: Uint8Array,
): Promise<string> {
  const developed = await imageProcessor.develop(bytes)
  const id = context.ids.uuid()
  // The row comes first: a crash in between leaves a row without a file, which the sweep finds, and no file that
  // nothing knows of.
  await context.transact(async (trx) => {
    await lockAuthor(trx, context.dialect, owner.id)
    assertBelowLimit(await countImagesOf(trx, owner.id))
    const image = { id, owner_id: owner.id, bytes: developed.length, created_at: context.clock.now() }
    await insertImage(trx, image)
  })
  try {
    await storage.put(fileNameOf(id), developed)
  } catch (error) {
    await deleteImage(context.db, id)
    throw error
  }
  return `/files/${fileNameOf(id)}`
}

/** Asked before the work, too: who is over the limit need not send the picture first. */
export async function assertBelowImageLimit(context: Context, owner: Viewer): Promise<void> {
  assertBelowLimit(await countImagesOf(context.db, owner.id))
}

function assertBelowLimit(count: number): void {
  if (count >= imageLimits.perAccount) throw new ApiError('picture_limit')
}
