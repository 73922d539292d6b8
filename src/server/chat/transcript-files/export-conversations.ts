import { Readable } from 'node:stream'
import type { Context } from '#server/core/context.ts'
import type { Account } from '#server/core/viewer.ts'
import { notFound } from '#server/http/api-error.ts'
import { fileName, type StreamedFile, writeZipStream } from '#server/http/zip-stream.ts'
import type { TranscriptFormat } from '#shared/transcripts.ts'
import { listOwnConversationIds } from '../tree/queries.ts'
import { readTranscript } from './read-transcript.ts'
import { writeFile } from './write-file.ts'

/** The viewer's own of these conversations as an archive, read while it is sent. Throws `not_found` when there is none. */
export async function exportConversations(
  context: Context,
  viewer: Account,
  { ids, format }: { ids: readonly string[]; format: TranscriptFormat },
): Promise<Readable> {
  const own = await listOwnConversationIds(context.db, viewer.id, ids)
  if (own.length === 0) throw notFound()
  async function* files(): AsyncGenerator<StreamedFile> {
    for (const [index, id] of own.entries()) {
      const { name, extension, text } = writeFile(await readTranscript(context, viewer, id), format)
      yield { path: `${index + 1} ${fileName(name)}.${extension}`, chunks: [Buffer.from(text)] }
    }
  }
  return Readable.from(writeZipStream(files()), { objectMode: false })
}
