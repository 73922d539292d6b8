import { setImmediate as nextTick } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import pLimit from 'p-limit'
import type { Clock } from '#server/core/clock.ts'
import { ApiError } from '#server/http/api-error.ts'
import { createRoutes } from '#server/http/create-routes.ts'
import { ById } from '#server/http/params.ts'
import { ExportQuery, ImportRequest, ImportResponse, transcriptLimits } from '#shared/transcripts.ts'
import type { ChatDeps } from '../chat-deps.ts'
import { importTranscripts } from './import-transcripts.ts'
import { readTranscript } from './read-transcript.ts'
import { shareThread } from './share-thread.ts'
import { writeFile } from './write-file.ts'

/** The most files that are processed or wait for it; each can take more than 10 MB of memory. */
const maxHeld = 8

/** Runs one piece of work after the other, each beginning in a turn of the event loop of its own. */
function createQueue() {
  const queue = pLimit(1)
  /** Throws `unavailable` when too many wait. */
  const assertRoom = () => {
    if (queue.activeCount + queue.pendingCount < maxHeld) return
    const message = 'Too many conversations are being imported or exported at the moment. Please try again in a minute.'
    throw new ApiError('unavailable', { message, retryAfter: 10 })
  }
  return {
    assertRoom,
    run<T>(work: () => Promise<T>): Promise<T> {
      assertRoom()
      return queue(() => nextTick().then(work))
    },
  }
}

/**
 * Parses the bodies of these routes one after the other: several of 8 MB that arrive together would otherwise hold the event
 * loop for a fifth of a second. A body for which there is no room is not parsed.
 */
function parseInTurn(app: FastifyInstance, clock: Clock, imports: ReturnType<typeof createQueue>): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  const queue = pLimit(1)
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const parse = async () => {
      await nextTick()
      imports.assertRoom()
      const pause = shareThread(clock)
      parseJson(request, body.toString(), done)
      await pause()
    }
    queue(parse).catch(done)
  })
}

/** Downloads of single conversations, and conversations from files of this site and others. */
export function transcriptRoutes(chat: ChatDeps) {
  const { context } = chat
  const [imports, exports] = [createQueue(), createQueue()]
  return createRoutes((app) => {
    parseInTurn(app, context.clock, imports)
    app.get(
      '/api/conversations/:id/export',
      {
        config: { access: 'signed-in', limit: 'exportConversation' },
        schema: { params: ById, querystring: ExportQuery },
      },
      async (request, reply) => {
        const { viewer, params, query } = request
        const file = await exports.run(async () =>
          writeFile(await readTranscript(context, viewer, params.id), query.format),
        )
        return reply.header('content-disposition', file.disposition).type(file.contentType).send(file.text)
      },
    )

    app.post(
      '/api/conversations/import',
      {
        config: { access: 'signed-in', limit: 'importConversation' },
        // JSON may need two bytes for a character of the file.
        bodyLimit: 2 * transcriptLimits.file,
        schema: { body: ImportRequest, response: { 201: ImportResponse } },
      },
      async (request, reply) => {
        const { viewer, body } = request
        return reply.status(201).send({ conversations: await imports.run(() => importTranscripts(chat, viewer, body)) })
      },
    )
  })
}
