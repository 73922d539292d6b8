import { buffer } from 'node:stream/consumers'
import type { AccountDataSource } from '#server/accounts/account-data-source.ts'
import { eraseFrom } from '#server/accounts/queries.ts'
import { createFileStorage } from '#server/providers/storage/index.ts'
import { deleteImagesOf } from './delete-images.ts'
import { imageUrl, storedFileOf } from './image-deps.ts'
import { listGenerated, listImagesOf } from './queries.ts'

/** The images an account uploaded or generated, and in its archive those of others that it uses. */
export const ownImages: AccountDataSource = {
  name: 'pictures',
  async *export({ db }, userId) {
    for (const { id, bytes, created_at } of await listImagesOf(db, userId)) {
      yield { address: imageUrl(id), bytes, uploadedAt: new Date(created_at).toISOString() }
    }
  },
  async *files({ db, env }, account, used) {
    const storage = createFileStorage(env)
    const own = (await listImagesOf(db, account.id)).map(({ id }) => imageUrl(id))
    for (const address of new Set([...own, ...used])) {
      const fileName = storedFileOf(address)
      const file = fileName && (await storage.open(fileName))
      if (!file) continue
      const content = await buffer(file.stream)
      yield { kind: 'picture', id: address, name: 'picture', content, extension: 'webp' }
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
  erase: eraseFrom('generated_pictures', 'owner_id'),
}
