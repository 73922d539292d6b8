import type { AccountDataSource } from '#server/accounts/account-data-source.ts'
import { createFileStorage } from '#server/providers/storage/index.ts'
import { deletePicturesOf } from './delete-pictures.ts'
import { pictureUrl } from './picture-deps.ts'
import { deleteGenerated, listGenerated, listImagesOf } from './queries.ts'

/** The pictures an account uploaded or generated. The export has their paths, not their bytes. */
export const ownPictures: AccountDataSource = {
  name: 'pictures',
  async *export({ db }, userId) {
    for (const { id, bytes, created_at } of await listImagesOf(db, userId)) {
      yield { address: pictureUrl(id), bytes, uploadedAt: new Date(created_at).toISOString() }
    }
  },
  async erase(context, userId) {
    await deletePicturesOf(context, { storage: createFileStorage(context.env) }, userId)
  },
}

/** What an account asked the image generator for. */
export const ownGeneratedPictures: AccountDataSource = {
  name: 'generatedPictures',
  async *export({ db }, userId) {
    for (const { url, prompt, created_at } of await listGenerated(db, userId)) {
      yield { address: url, prompt, generatedAt: new Date(created_at).toISOString() }
    }
  },
  async erase({ db }, userId) {
    await deleteGenerated(db, userId)
  },
}
