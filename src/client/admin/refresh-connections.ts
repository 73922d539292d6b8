import { invalidate } from '#client/lib/query-client.ts'
import { refreshSite } from '#client/lib/site.ts'

const admin = ['GET /api/admin/models', 'GET /api/admin/images', 'GET /api/admin/voices'] as const

/** Reads again what a change of a connection affects: here, in the creator and in chats. */
export const refreshConnections = () =>
  Promise.all([invalidate(...admin, 'GET /api/model', 'GET /api/images/generated', 'GET /api/voices'), refreshSite()])
