import type { Pages } from '#client/lib/query-client.ts'
import type { Conversation } from '#shared/chat.ts'

type Conversations = Pages<Conversation[]>

/** All loaded conversations, newest first, each once. */
export function listLoaded(known: Conversations | undefined): Conversation[] {
  return listLoadedInOrder(known).sort((a, b) => b.updatedAt - a.updatedAt)
}

export function listLoadedInOrder(known: Conversations | undefined): Conversation[] {
  const byId = new Map<string, Conversation>()
  for (const one of known?.pages.flatMap(({ page }) => page) ?? []) if (!byId.has(one.id)) byId.set(one.id, one)
  return [...byId.values()]
}

export interface DayGroup {
  label: string
  conversations: Conversation[]
}

/** Groups by day in the user's time zone: Today, Yesterday, the weekday within a week, else the date. */
export function groupByDay(conversations: readonly Conversation[], now: number, locale?: string): DayGroup[] {
  const byDay = Map.groupBy(conversations, ({ updatedAt }) => dayLabel(updatedAt, now, locale))
  return [...byDay].map(([label, ofDay]) => ({ label, conversations: ofDay }))
}

function dayLabel(time: number, now: number, locale?: string): string {
  const then = new Date(time)
  const days = Math.round((startOfDay(new Date(now)) - startOfDay(then)) / 86_400_000)
  if (days <= 0) return 'Today'
  if (days === 1) return 'Yesterday'
  if (days < 7) return then.toLocaleDateString(locale, { weekday: 'long' })
  const sameYear = then.getFullYear() === new Date(now).getFullYear()
  return then.toLocaleDateString(locale, { day: 'numeric', month: 'long', year: sameYear ? undefined : 'numeric' })
}

/** Differences must be rounded: a day on which the clocks change is an hour longer or shorter. */
function startOfDay(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()
}
