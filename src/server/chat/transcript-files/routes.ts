import type { FastifyInstance, FastifyRequest } from 'fastify'
import { boundWork } from '#server/http/bounded-work.ts'
import { createRoutes } from '#server/http/create-routes.ts'
import { createLimiter, limits } from '#server/http/rate-limit.ts'
import { readChunks } from '#server/http/read-chunks.ts'
import { ById } from '#shared/routes.ts'
import { ExportQuery, ImportRequest, ImportResponse, transcriptLimits } from '#shared/transcripts.ts'
import type { ChatDeps } from '../replies/chat-deps.ts'
import { ImportFile } from './import-file.ts'
import { importTranscripts } from './import-transcripts.ts'
import { readTranscript } from './read-transcript.ts'
import { writeFile } from './write-file.ts'

/** Leaves a body as it came: it is parsed when the turn of its request has come, by the thread that then reads the file. */
function keepChunks(app: FastifyInstance): void {
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', async ({ raw, routeOptions }: FastifyRequest) =>
    readChunks(raw, routeOptions.bodyLimit),
  )
}

const bounds = {
  imports: {
    max: 6,
    maxPerAccount: 1,
    maxRunning: 1,
    message: 'The server is importing other files at the moment. Please try again in a few seconds.',
  },
  exports: {
    max: 8,
    maxPerAccount: 2,
    maxRunning: 1,
    message: 'The server is exporting other conversations at the moment. Please try again in a few seconds.',
  },
}

/** Downloads of single conversations, and conversations from files of this site and others. */
export function transcriptRoutes(chat: ChatDeps) {
  const { context } = chat
  return createRoutes((app) => {
    keepChunks(app)
    const runImport = boundWork(bounds.imports)
    const runExport = boundWork(bounds.exports)
    const limitText = createLimiter(app, context, limits.importedText)
    app.get(
      '/api/conversations/:id/export',
      {
        config: { access: 'signed-in', limit: 'exportConversation' },
        schema: { params: ById, querystring: ExportQuery },
      },
      async (request, reply) => {
        const { viewer, params, query } = request
        const file = await runExport(viewer.id, async () =>
          writeFile(await readTranscript(context, viewer, params.id), query.format),
        )
        return reply.header('content-disposition', file.disposition).type(file.contentType).send(file.text)
      },
    )

    app.post(
      '/api/conversations/import',
      {
        config: { access: 'signed-in', changes: 'conversations', limit: 'importConversation' },
        bodyLimit: transcriptLimits.request,
        schema: { body: ImportRequest, response: { 201: ImportResponse } },
        // The body is validated after it is parsed.
        validatorCompiler: () => () => true,
      },
      async (request, reply) => {
        const { viewer } = request
        const chunks = request.body as unknown as Uint8Array<ArrayBuffer>[] | undefined
        const imported = await runImport(viewer.id, () =>
          ImportFile.open(chunks, context.log, async ({ length, ...request }) => {
            for (let size = 0; size < length; size += 1_000_000) await limitText(viewer.id)
            return importTranscripts(chat, viewer, request)
          }),
        )
        return reply.status(201).send(imported)
      },
    )
  })
}
