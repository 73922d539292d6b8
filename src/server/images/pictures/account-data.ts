import type { AccountDataSource } from '#server/accounts/account-data-source.ts'
import { createFileStorage } from '#server/providers/storage/index.ts'
import { fileNameOf } from './picture-deps.ts'
import { listImagesOf } from './queries.ts'
import { removePicturesOf } from './remove-pictures.ts'

/** The pictures an account brought or had drawn; each is to be had at its address. */
export const ownPictures: AccountDataSource = {
  name: 'pictures',
  async *export({ db }, userId) {
    for (const { id, bytes, created_at } of await listImagesOf(db, userId)) {
      yield { address: `/files/${fileNameOf(id)}`, bytes, uploadedAt: new Date(created_at).toISOString() }
    }
  },
  async erase(context, userId) {
    await removePicturesOf(context, { storage: createFileStorage(context.env) }, userId)
  },
}
