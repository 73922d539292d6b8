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
  return handleRoutes(voiceConnectionApi, () => ({
    'GET /api/admin/voices': () => readVoiceConnections(context),
    'POST /api/admin/voices': async (request) => {
      await saveConnection(connections, moderatorOf(request), request.body)
      return readVoiceConnections(context)
    },
    'PUT /api/admin/voices/:id': async (request) => {
      await saveConnection(connections, moderatorOf(request), request.body, request.params.id)
      return readVoiceConnections(context)
    },
    'DELETE /api/admin/voices/:id': async (request) => {
      await removeConnection(connections, moderatorOf(request), request.params.id)
      return readVoiceConnections(context)
    },
    'POST /api/admin/voices/order': async (request) => {
      await orderConnections(connections, moderatorOf(request), request.body.ids)
      return readVoiceConnections(context)
    },
    'POST /api/admin/voices/test': ({ body }) => testVoiceConnection(context, body),
    'POST /api/admin/voices/available': ({ body }) => listAvailableVoices(context, body),
  }))
}
