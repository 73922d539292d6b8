import type { Context, Queryable } from '#server/core/context.ts'
import type { FileStorage } from '#server/providers/storage/provider.ts'
import { fileOf } from './message-sound.ts'
import { deleteSound, listOldSounds, type MessageSound } from './queries.ts'

/** How long a sound is stored, in milliseconds: storage would grow without end. */
const soundLifetime = 30 * 24 * 60 * 60 * 1000
const batchSize = 200

/** Deletes the sounds of messages that were deleted or held back, and old ones. */
export async function sweepSounds({ db, clock }: Pick<Context, 'db' | 'clock'>, storage: FileStorage): Promise<void> {
  for (let isMore = true; isMore; ) {
    const sounds = await listOldSounds(db, clock.now() - soundLifetime, batchSize)
    await deleteSounds(db, storage, sounds)
    isMore = sounds.length === batchSize
  }
}

/** The file is deleted before its row: after a crash in between, the row makes the sweep try again. */
export async function deleteSounds(
  db: Queryable,
  storage: FileStorage,
  sounds: readonly MessageSound[],
): Promise<void> {
  for (const sound of sounds) {
    await storage.remove(fileOf(sound))
    await deleteSound(db, sound.id)
  }
}
