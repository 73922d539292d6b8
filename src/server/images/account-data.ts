import type { AccountDataSource } from '#server/accounts/account-data-source.ts'
import { createFileStorage } from '#server/providers/storage/index.ts'
import { deleteImagesOf } from './delete-images.ts'
import { imageUrl } from './image-deps.ts'
import { deleteGenerated, listGenerated, listImagesOf } from './queries.ts'

/** The images an account uploaded or generated. The export has their paths, not their bytes. */
export const ownImages: AccountDataSource = {
  name: 'pictures',
  async *export({ db }, userId) {
    for (const { id, bytes, created_at } of await listImagesOf(db, userId)) {
      yield { address: imageUrl(id), bytes, uploadedAt: new Date(created_at).toISOString() }
    }
  },
  async erase(context, userId) {
    await deleteImagesOf(context, { storage: createFileStorage(context.env) }, userId)
  },
}

/** What an account asked the image generator for. */
export const ownGeneratedImages: AccountDataSource = {
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
