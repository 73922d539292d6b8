import { type Flag, type FlagQuery, type FlagStatus, flagSources, flagStatuses } from '#shared/flags.ts'
import { type FlagCategory, flagCategoryNames } from '#shared/moderation.ts'

/** What the queue shows. All but the status can be left out. */
export interface FlagFilters {
  status: FlagStatus
  category?: FlagCategory
  severity?: number
  source?: Flag['source']
  claimed?: NonNullable<FlagQuery['claimed']>
  overdue?: boolean
  targetId?: string
  subjectId?: string
}

const claims = ['me', 'others', 'nobody'] as const

export function readFlagFilters(params: URLSearchParams): FlagFilters {
  const filters: FlagFilters = { status: oneOf(flagStatuses, params.get('status')) ?? 'open' }
  const category = oneOf(flagCategoryNames, params.get('category'))
  const severity = Number(params.get('severity'))
  const source = oneOf(flagSources, params.get('source'))
  const claimed = oneOf(claims, params.get('claimed'))
  const targetId = params.get('targetId')
  const subjectId = params.get('subjectId')
  if (category) filters.category = category
  if (Number.isInteger(severity) && severity >= 2 && severity <= 5) filters.severity = severity
  if (source) filters.source = source
  if (claimed) filters.claimed = claimed
  if (params.get('overdue') === 'true') filters.overdue = true
  if (targetId) filters.targetId = targetId
  if (subjectId) filters.subjectId = subjectId
  return filters
}

/** The filters as a query string, in a fixed order, without the default status. */
export function writeFlagFilters(filters: FlagFilters): URLSearchParams {
  const params = new URLSearchParams()
  if (filters.status !== 'open') params.set('status', filters.status)
  for (const name of ['category', 'severity', 'source', 'claimed', 'overdue', 'targetId', 'subjectId'] as const) {
    const value = filters[name]
    if (value) params.set(name, String(value))
  }
  return params
}

export function countExtraFilters(filters: FlagFilters): number {
  return Object.keys(filters).length - 1
}

/** Who has claimed the flag. A claim whose time is over counts as none. */
export function claimOf(flag: Flag, viewerId: string, now = Date.now()): 'me' | 'others' | 'nobody' {
  if (!flag.claim || flag.claim.until <= now) return 'nobody'
  return flag.claim.id === viewerId ? 'me' : 'others'
}

export function isDecided({ status }: Pick<Flag, 'status'>): boolean {
  return status === 'resolved' || status === 'dismissed'
}

export function isOverdue(flag: Pick<Flag, 'status' | 'dueAt'>, now = Date.now()): boolean {
  return !isDecided(flag) && flag.dueAt < now
}

function oneOf<T extends string>(values: readonly T[], value: string | null): T | undefined {
  return values.find((known) => known === value)
}

/**
 * The other undecided flags that one note can dismiss together with this one: different reports of one thing. What an account
 * is flagged for are different things, and each appeal is about a decision of its own.
 */
export function listDuplicates<T extends Pick<Flag, 'category' | 'status' | 'targetType'>>(flag: T, history: T[]): T[] {
  const isReport = (other: T) => !isDecided(other) && other.category !== 'appeal' && other.targetType !== 'user'
  return isReport(flag) ? history.filter(isReport) : []
}
