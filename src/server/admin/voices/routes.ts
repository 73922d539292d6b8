import type { Context } from '#server/core/context.ts'
import { handleRoutes } from '#server/http/handle-routes.ts'
import { moderatorOf } from '#server/moderation/flags/change-flag.ts'
import { voiceConnectionApi } from '#shared/voices.ts'
import { orderConnections, removeConnection, saveConnection } from '../connections/save-connection.ts'
import { listAvailableVoices, testVoiceConnection } from './try-voices.ts'
import { readVoiceConnections, voiceConnections } from './voice-connections.ts'

/** Admin → Voices. A key is never part of a response. */
export function voiceConnectionRoutes(context: Context) {
  const connections = voiceConnections(context)
  const after = async (change: unknown) => {
    await change
    return readVoiceConnections(context)
  }
  return handleRoutes(voiceConnectionApi, () => ({
    'GET /api/admin/voices': () => readVoiceConnections(context),
    'POST /api/admin/voices': (request) => after(saveConnection(connections, moderatorOf(request), request.body)),
    'PUT /api/admin/voices/:id': (request) =>
      after(saveConnection(connections, moderatorOf(request), request.body, request.params.id)),
    'DELETE /api/admin/voices/:id': (request) =>
      after(removeConnection(connections, moderatorOf(request), request.params.id)),
    'POST /api/admin/voices/order': (request) =>
      after(orderConnections(connections, moderatorOf(request), request.body.ids)),
    'POST /api/admin/voices/test': ({ body }) => {
      connections.assertValid(body.connection)
      return testVoiceConnection(context, body)
    },
    'POST /api/admin/voices/available': ({ body }) => listAvailableVoices(context, body),
  }))
}
