import type { Context } from '#server/core/context.ts'
import { handleRoutes } from '#server/http/handle-routes.ts'
import { moderatorOf } from '#server/moderation/flags/change-flag.ts'
import { siteSettingsApi } from '#shared/settings.ts'
import { readSettingsState, saveAnnouncement, saveSettings } from './save-settings.ts'

/** Admin → Settings, and what every page knows of them. */
export function siteSettingsRoutes(context: Context) {
  const readAnnouncement = () => ({ announcement: context.settings.announcement })
  return handleRoutes(siteSettingsApi, () => ({
    'GET /api/site': () => context.settings.site(),
    'GET /api/admin/settings': () => readSettingsState(context),
    'PUT /api/admin/settings': async (request) => {
      await saveSettings(context, moderatorOf(request), request.body)
      return readSettingsState(context)
    },
    'GET /api/admin/announcement': readAnnouncement,
    'PUT /api/admin/announcement': async (request) => {
      await saveAnnouncement(context, moderatorOf(request), request.body.announcement)
      return readAnnouncement()
    },
  }))
}
