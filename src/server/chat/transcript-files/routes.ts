import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createRoutes } from '#server/http/create-routes.ts'
import { ById } from '#server/http/params.ts'
import { createLimiter, limits } from '#server/http/rate-limit.ts'
import { ExportQuery, ImportRequest, ImportResponse, transcriptLimits } from '#shared/transcripts.ts'
import type { ChatDeps } from '../chat-deps.ts'
import { readBody } from './import-reader.ts'
import { importTranscripts } from './import-transcripts.ts'
import { readTranscript } from './read-transcript.ts'
import { writeFile } from './write-file.ts'

/** Reads a body when the turn of its request has come: several of 8 MB at once would take hundreds of MB. */
function readInTurn(app: FastifyInstance): void {
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request: FastifyRequest, body: Buffer) =>
    request.slot.run(() => readBody(body)),
  )
}

/** Downloads of single conversations, and conversations from files of this site and others. */
export function transcriptRoutes(chat: ChatDeps) {
  const { context } = chat
  return createRoutes((app) => {
    readInTurn(app)
    const limitText = createLimiter(app, context, limits.importedText)
    app.get(
      '/api/conversations/:id/export',
      {
        config: { access: 'signed-in', limit: 'exportConversation', slot: 'exports' },
        schema: { params: ById, querystring: ExportQuery },
      },
      async (request, reply) => {
        const { viewer, params, query } = request
        const file = await request.slot.run(async () =>
          writeFile(await readTranscript(context, viewer, params.id), query.format),
        )
        return reply.header('content-disposition', file.disposition).type(file.contentType).send(file.text)
      },
    )

    app.post(
      '/api/conversations/import',
      {
        config: { access: 'signed-in', limit: 'importConversation', slot: 'imports' },
        // JSON may need two bytes for a character of the file.
        bodyLimit: 2 * transcriptLimits.file,
        schema: { body: ImportRequest, response: { 201: ImportResponse } },
      },
      async (request, reply) => {
        const { viewer, body } = request
        for (let size = 0; size < body.text.length; size += 1_000_000) await limitText(viewer.id)
        return reply
          .status(201)
          .send({ conversations: await request.slot.run(() => importTranscripts(chat, viewer, body)) })
      },
    )
  })
}
