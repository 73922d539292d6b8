import type { Flag, FlagActionRequest, FlagDetails } from '#shared/flags.ts'
import type { OwnDecisions, OwnReports, ReportCategory, ReportTarget } from '#shared/moderation.ts'
import type { ApiResponse, Client, TestApp } from './test-app.ts'

export const signUpAdmin = (app: TestApp, name?: string): Promise<Client> => app.signUp(name, { accountType: 'admin' })

/** Reports a target and returns its undecided flag. */
export async function raiseReport(
  app: TestApp,
  reporter: Client,
  target: { type: ReportTarget; id: string },
  { category = 'spam', note = '' }: { category?: ReportCategory; note?: string } = {},
): Promise<string> {
  await reporter.post('/api/reports', { targetType: target.type, targetId: target.id, category, note })
  const flag = await app.context.db
    .selectFrom('flags')
    .select('id')
    .where('target_id', '=', target.id)
    .where('category', '=', category)
    .where('status', 'in', ['open', 'acknowledged'])
    .executeTakeFirstOrThrow()
  return flag.id
}

type Action = Partial<FlagActionRequest> & Pick<FlagActionRequest, 'action'>

export interface ActionResult {
  flag: Flag
  audit: { id: string; action: string; targetName: string; facts: Record<string, unknown> }
  code?: string
}

export const act = (admin: Client, flagId: string, action: Action): Promise<ApiResponse<ActionResult>> =>
  admin.request('POST', `/api/admin/flags/${flagId}/action`, action)
export const readFlag = (admin: Client, flagId: string) => admin.get<FlagDetails>(`/api/admin/flags/${flagId}`)
export const listFlags = async (admin: Client, query = '') =>
  (await admin.get<{ flags: Flag[] }>(`/api/admin/flags${query}`)).flags
export const listOwnReports = async (client: Client) => (await client.get<OwnReports>('/api/reports')).reports
export const listOwnDecisions = (client: Client) => client.get<OwnDecisions>('/api/moderation/decisions')
