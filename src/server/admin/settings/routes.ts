import type { Context } from '#server/core/context.ts'
import { readSettings, saveSetting } from '#server/core/settings/queries.ts'
import { fieldError } from '#server/http/api-error.ts'
import { handleRoutes } from '#server/http/handle-routes.ts'
import { type Actor, appendAudit } from '#server/moderation/audit/append-audit.ts'
import { moderatorOf } from '#server/moderation/flags/change-flag.ts'
import {
  type Announcement,
  defaultSettings,
  type SettingName,
  type Settings,
  type SettingsState,
  settingLabels,
  settingVariables,
  siteSettingsApi,
} from '#shared/settings.ts'

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

function readSettingsState({ settings, classifier }: Context): SettingsState {
  return { settings: settings.current(), fixed: settings.fixed, hasClassifier: classifier !== null }
}

/** Saves the settings that differ. Each is an entry of the audit log. */
async function saveSettings(context: Context, admin: Actor, wanted: Partial<Settings>): Promise<void> {
  const fixed = context.settings.fixed.find((name) => name in wanted)
  if (fixed) {
    const variable = settingVariables[fixed as keyof typeof settingVariables]
    throw fieldError(fixed, `This is set by ${variable} in the environment of the server.`)
  }
  await context.transact(async (trx) => {
    const stored = await readSettings(trx)
    const entries = []
    for (const [name, value] of Object.entries(wanted) as [SettingName, Settings[SettingName]][]) {
      const before = stored[name] === undefined ? defaultSettings[name] : (JSON.parse(stored[name]) as unknown)
      if (before === value) continue
      await saveSetting(trx, name, value, context.clock.now())
      const facts = { name: settingLabels[name], before: asText(before), after: asText(value) }
      entries.push({ action: 'change_setting', target_type: 'site', target_id: name, facts } as const)
    }
    await appendAudit(context, trx, admin, entries)
  })
  await context.settings.load()
}

const asText = (value: unknown) =>
  value === true ? 'on' : value === false ? 'off' : value === '' || value === null ? '–' : `${value}`

/** Shows a text to everybody, or no longer. One with another text is shown to those too who have closed the one before. */
async function saveAnnouncement(context: Context, admin: Actor, wanted: Announcement | null): Promise<void> {
  const { announcement: before } = context.settings
  const id = wanted?.text === before?.text ? before?.id : undefined
  const announcement = wanted && { ...wanted, id: id ?? context.ids.uuid() }
  await context.transact(async (trx) => {
    await saveSetting(trx, 'announcement', announcement, context.clock.now())
    const facts = { name: 'Announcement', before: before?.text ?? '–', after: wanted?.text ?? '–' }
    const target = { target_type: 'site', target_id: 'announcement' } as const
    await appendAudit(context, trx, admin, [{ action: 'announce', ...target, facts }])
  })
  await context.settings.load()
}
