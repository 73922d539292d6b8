import type { Readable } from 'node:stream'
import pLimit from 'p-limit'
import { writeMarkdown } from '#engine/transcripts/markdown.ts'
import type { Transcript } from '#engine/transcripts/transcript.ts'
import { writeTranscriptJson } from '#engine/transcripts/transcript-json.ts'
import { writeSillyTavernChat } from '#engine/transcripts/write-silly-tavern-chat.ts'
import type { Context } from '#server/core/context.ts'
import type { Account } from '#server/core/viewer.ts'
import { notFound } from '#server/http/api-error.ts'
import { attachmentHeader } from '#server/http/attachment-header.ts'
import { boundStream, boundWork } from '#server/http/bounded-work.ts'
import { handleRoutes } from '#server/http/handle-routes.ts'
import { createLimiter, limits } from '#server/http/rate-limit.ts'
import { discardRest, readChunks } from '#server/http/read-chunks.ts'
import { fileName, type StreamedFile, streamZip } from '#server/http/write-zip.ts'
import { exportApi, importApi, type TranscriptFormat } from '#shared/transcripts.ts'
import type { ChatDeps } from '../replies/chat-deps.ts'
import { listOwnConversationIds } from '../tree/queries.ts'
import { writeHtmlPage } from './html-page.ts'
import { readImportFile } from './import-file.ts'
import { importTranscripts } from './import-transcripts.ts'
import { readTranscript } from './read-transcript.ts'

const busy = (what: string) => `The server is ${what} at the moment. Please try again in a few seconds.`

/** Downloads of conversations. */
export function exportRoutes({ context }: ChatDeps) {
  const message = busy('exporting other conversations')
  const runExport = boundWork({ max: 8, maxPerAccount: 2, maxRunning: 1, message })
  const runArchive = boundWork({ max: 4, maxPerAccount: 1, maxRunning: 4, message })
  return handleRoutes(exportApi, () => ({
    'GET /api/conversations/export': async ({ viewer, query }, reply) => {
      const archive = await exportConversations(context, viewer, query)
      await boundStream(runArchive, viewer.id, archive)
      const day = new Date(context.clock.now()).toISOString().slice(0, 10)
      reply.header('content-disposition', attachmentHeader(`Conversations ${day}`, 'zip'))
      return reply.type('application/zip').send(archive)
    },
    'GET /api/conversations/:id/export': async ({ viewer, params, query }, reply) => {
      const file = await runExport(viewer.id, async () =>
        writeFile(await readTranscript(context, viewer, params.id), query.format),
      )
      return reply
        .header('content-disposition', attachmentHeader(file.name, file.extension))
        .type(file.contentType)
        .send(file.text)
    },
  }))
}

/** Conversations from files of this site and others. */
export function importRoutes(chat: ChatDeps) {
  const { context } = chat
  // At most `max` files are in memory. They are parsed and stored one after the other.
  const runImport = boundWork({ max: 6, maxPerAccount: 1, maxRunning: 6, message: busy('importing other files') })
  const queue = pLimit(1)
  return handleRoutes(importApi, (app) => {
    app.removeContentTypeParser('application/json')
    // The body is read once there is room for it.
    app.addContentTypeParser('application/json', (_request, _payload, done) => done(null))
    // The body is validated after it is parsed.
    app.setValidatorCompiler(() => () => true)
    const limitText = createLimiter(app, context, limits.importedText)
    return {
      'POST /api/conversations/import': ({ viewer, raw, routeOptions }) =>
        runImport(viewer.id, async () => {
          const chunks = await readChunks(raw, routeOptions.bodyLimit)
          const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0)
          for (let size = 0; size < length; size += 1_000_000) await limitText(viewer.id)
          return queue(async () => importTranscripts(chat, viewer, await readImportFile(chunks, context.log)))
        }).finally(() => discardRest(raw)),
    }
  })
}

/** The viewer's own of these conversations as an archive, read while it is sent. Throws `not_found` when there is none. */
async function exportConversations(
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
  return streamZip(files())
}

const writers: Record<
  TranscriptFormat,
  { type: string; extension: string; write: (transcript: Transcript) => string }
> = {
  json: { type: 'application/json', extension: 'json', write: writeTranscriptJson },
  jsonl: { type: 'application/jsonl', extension: 'jsonl', write: writeSillyTavernChat },
  markdown: { type: 'text/markdown', extension: 'md', write: writeMarkdown },
  html: { type: 'text/html', extension: 'html', write: writeHtmlPage },
}

/** The name is that of the character and the day the conversation began. */
function writeFile(transcript: Transcript, format: TranscriptFormat) {
  const { type, extension, write } = writers[format]
  const day = new Date(transcript.createdAt).toISOString().slice(0, 10)
  return {
    name: `${transcript.character || 'Conversation'} ${day}`,
    extension,
    contentType: `${type}; charset=utf-8`,
    text: write(transcript),
  }
}
