import type { AccountDataSource } from '#server/accounts/account-data-source.ts'
import { createFileStorage } from '#server/providers/storage/index.ts'
import { deleteSounds } from './delete-sounds.ts'
import { deleteSpeechDays, listSoundsOf, listSpeechDays } from './queries.ts'

/** How much speech an account has used, and the stored sounds of its messages. */
export const ownSpeech: AccountDataSource = {
  name: 'speech',
  async *export({ db }, userId) {
    for (const { day, seconds } of await listSpeechDays(db, userId)) {
      yield { day: new Date(day * 86_400_000).toISOString().slice(0, 10), seconds }
    }
  },
  async erase({ db, env }, userId) {
    await deleteSounds(db, createFileStorage(env), await listSoundsOf(db, userId))
    await deleteSpeechDays(db, userId)
  },
}
