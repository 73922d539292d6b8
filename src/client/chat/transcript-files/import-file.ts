import { call, hasCode } from '#client/lib/http.ts'
import type { ImportResponse } from '#shared/transcripts.ts'
import { readImportFile } from './read-import-file.ts'

/** Milliseconds between two tries, which the server suggests too. */
const retryDelay = 5_000
/** A server that is still busy after a minute has other problems: the user decides. */
const maxTries = 12

/**
 * Imports the conversations of a file. While the server is busy with other files, it refuses before it stores anything, and
 * the file is sent again. Throws for a file that the server does not take, and with `character_unknown` where it does not
 * know the character; another import then names it.
 */
export async function importFile(
  file: Pick<Blob, 'stream'>,
  characterId: string | undefined,
  onState: (state: 'waiting' | 'importing') => void,
): Promise<ImportResponse> {
  const text = await readImportFile(file)
  for (let tries = 1; ; tries++) {
    onState('importing')
    try {
      return await call('POST /api/conversations/import', { body: { characterId, text } })
    } catch (error) {
      if (!hasCode(error, 'unavailable') || tries === maxTries) throw error
    }
    onState('waiting')
    await new Promise((resolve) => setTimeout(resolve, retryDelay))
  }
}
