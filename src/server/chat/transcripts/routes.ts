import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { createLimiter, limits } from '#server/http/rate-limit.ts'
import { ExportQuery, ImportRequest, ImportResponse, transcriptLimits } from '#shared/transcripts.ts'
import type { ChatDeps } from '../chat-deps.ts'
import { importTranscripts } from './import-transcripts.ts'
import { readTranscript } from './read-transcript.ts'
import { writeFile } from './write-file.ts'

const ById = z.object({ id: z.string().max(64) })

/** Downloads of single conversations, and conversations from files of this site and others. */
export function transcriptRoutes(chat: ChatDeps) {
  const { context } = chat
  return async (instance: FastifyInstance): Promise<void> => {
    const app = instance.withTypeProvider<ZodTypeProvider>()
    const limitExports = createLimiter(app, context, limits.exportConversation)
    const limitImports = createLimiter(app, context, limits.importConversation)

    app.get(
      '/api/conversations/:id/export',
      { config: { access: 'signed-in' }, schema: { params: ById, querystring: ExportQuery } },
      async (request, reply) => {
        const { viewer, params, query } = request
        await limitExports(viewer.id)
        const file = writeFile(await readTranscript(context, viewer, params.id), query.format)
        return reply.header('content-disposition', file.disposition).type(file.contentType).send(file.text)
      },
    )

    app.post(
      '/api/conversations/import',
      {
        config: { access: 'signed-in' },
        // JSON may need two bytes for a character of the file.
        bodyLimit: 2 * transcriptLimits.file,
        schema: { body: ImportRequest, response: { 201: ImportResponse } },
      },
      async (request, reply) => {
        const { viewer } = request
        await limitImports(viewer.id)
        return reply.status(201).send({ conversations: await importTranscripts(chat, viewer, request.body) })
      },
    )
  }
}
