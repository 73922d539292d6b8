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

/** Each filter as it is in the address; undefined where it is left out, or is none. */
const readers: { [Name in keyof FlagFilters]-?: (value: string) => FlagFilters[Name] | undefined } = {
  status: (value) => oneOf(flagStatuses, value),
  category: (value) => oneOf(flagCategoryNames, value),
  severity: (value) => (/^[2-5]$/.test(value) ? Number(value) : undefined),
  source: (value) => oneOf(flagSources, value),
  claimed: (value) => oneOf(claims, value),
  overdue: (value) => value === 'true' || undefined,
  targetId: (value) => value || undefined,
  subjectId: (value) => value || undefined,
}

export function readFlagFilters(params: URLSearchParams): FlagFilters {
  const found = Object.entries(readers).map(([name, read]) => [name, read(params.get(name) ?? '')] as const)
  return { status: 'open', ...Object.fromEntries(found.filter(([, value]) => value !== undefined)) }
}

/** The filters as a query string, in a fixed order, without the default status. */
export function writeFlagFilters(filters: FlagFilters): URLSearchParams {
  const names = Object.keys(readers) as (keyof FlagFilters)[]
  const given = names.filter((name) => filters[name] && (name !== 'status' || filters.status !== 'open'))
  return new URLSearchParams(given.map((name) => [name, String(filters[name])]))
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

function oneOf<T extends string>(values: readonly T[], value: string): T | undefined {
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
