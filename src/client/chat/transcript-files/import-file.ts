import { hasCode, sendJson } from '#client/lib/http.ts'
import type { Conversation } from '#shared/chat.ts'
import type { ImportResponse } from '#shared/transcripts.ts'
import { readImportFile } from './read-import-file.ts'

/** Milliseconds between two tries, which the server suggests too. */
const retryDelay = 5_000
/** A server that is still busy after a minute has other problems: the user decides. */
const maxTries = 12

/**
 * Imports the conversations of a file. While the server is busy with other files, it refuses before it stores anything, and
 * the file is sent again. Throws for a file that the server does not take.
 */
export async function importFile(
  file: Pick<File, 'size' | 'text'>,
  characterId: string,
  onState: (state: 'waiting' | 'importing') => void,
): Promise<Conversation[]> {
  const text = await readImportFile(file)
  for (let tries = 1; ; tries++) {
    onState('importing')
    try {
      const body = { characterId, text }
      return (await sendJson<ImportResponse>('POST', '/api/conversations/import', body)).conversations
    } catch (error) {
      if (!hasCode(error, 'unavailable') || tries === maxTries) throw error
    }
    onState('waiting')
    await new Promise((resolve) => setTimeout(resolve, retryDelay))
  }
}
