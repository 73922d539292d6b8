import { handleRoutes } from '#server/http/handle-routes.ts'
import { moderatorOf } from '#server/moderation/flags/change-flag.ts'
import { voiceConnectionApi } from '#shared/voices.ts'
import type { VoiceDeps } from './connected-voices.ts'
import { listAvailableVoices, testVoiceConnection } from './try-voices.ts'
import {
  orderVoiceConnections,
  readVoiceConnections,
  removeVoiceConnection,
  saveVoiceConnection,
} from './voice-connections.ts'

/** Admin → Voices. A key is never part of a response. */
export function voiceConnectionRoutes(deps: VoiceDeps) {
  return handleRoutes(voiceConnectionApi, () => ({
    'GET /api/admin/voices': () => readVoiceConnections(deps),
    'POST /api/admin/voices': async (request) => {
      await saveVoiceConnection(deps, moderatorOf(request), request.body)
      return readVoiceConnections(deps)
    },
    'PUT /api/admin/voices/:id': async (request) => {
      await saveVoiceConnection(deps, moderatorOf(request), request.body, request.params.id)
      return readVoiceConnections(deps)
    },
    'DELETE /api/admin/voices/:id': async (request) => {
      await removeVoiceConnection(deps, moderatorOf(request), request.params.id)
      return readVoiceConnections(deps)
    },
    'POST /api/admin/voices/order': async (request) => {
      await orderVoiceConnections(deps, moderatorOf(request), request.body.ids)
      return readVoiceConnections(deps)
    },
    'POST /api/admin/voices/test': ({ body }) => testVoiceConnection(deps, body),
    'POST /api/admin/voices/available': ({ body }) => listAvailableVoices(deps, body),
  }))
}
