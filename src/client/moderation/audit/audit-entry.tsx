import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { timeAgo } from '#client/lib/dates.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import type { AuditEntry } from '#shared/audit.ts'
import { type FlagCategory, type FlagEffect, flagCategories } from '#shared/moderation.ts'
import { labelOf } from '../flags/evidence-content.ts'
import { effectLabels } from '../flags/flag-labels.ts'
import { useDashboardAddress } from '../use-dashboard-address.ts'
import { actorName, auditActionLabels, auditTargetNames } from './audit-labels.ts'

/** An entry of the audit log. Its facts and hash are shown on demand. */
export function AuditEntryItem({ entry }: { entry: AuditEntry }) {
  const { openFlag } = useDashboardAddress()
  const { seq, action, details, createdAt, targetType, targetId, targetName, requestId, hash, facts } = entry
  return (
    <li>
      <details className="group">
        <summary className="flex min-h-13 list-none flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5 hover:bg-curtain-wash/50 [&::-webkit-details-marker]:hidden">
          <span className="w-10 text-ink-soft text-xs tabular-nums">{seq}</span>
          <Badge variant={action === 'approve' ? 'soft' : 'outline'}>{auditActionLabels[action]}</Badge>
          <span className="font-[550]">{actorName(entry)}</span>
          <span className="min-w-48 flex-1 text-ink-soft text-sm [overflow-wrap:anywhere]">
            {targetName && (
              <>
                <bdi className="text-ink">{targetName}</bdi>
                {' · '}
              </>
            )}
            {details}
          </span>
          <time dateTime={new Date(createdAt).toISOString()} className="text-ink-soft text-xs">
            {timeAgo(createdAt)}
          </time>
          <ChevronDown aria-hidden size={16} className="text-ink-soft transition-transform group-open:rotate-180" />
        </summary>
        <div className="border-line border-t bg-sunken/60 px-4 py-3">
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm [overflow-wrap:anywhere]">
            <Fact name="Time" value={new Date(createdAt).toLocaleString()} />
            {targetName && <Fact name="About" value={<bdi>{targetName}</bdi>} />}
            <Fact name={auditTargetNames[targetType][0]} value={targetId} />
            {Object.entries(facts)
              .filter(([name, value]) => value !== null && value !== '' && name !== 'name')
              .map(([name, value]) => (
                <Fact key={name} name={labelOf(name)} value={describeFact(name, value)} />
              ))}
            <Fact name="Request" value={requestId} />
            <Fact name="Hash" value={hash} />
          </dl>
          {targetType === 'flag' && (
            <Button variant="outline" className="mt-3" onClick={() => openFlag(targetId)}>
              Open the flag
            </Button>
          )}
        </div>
      </details>
    </li>
  )
}

/** Names of categories and effects as elsewhere in the dashboard, and times as dates; everything else as it is stored. */
function describeFact(name: string, value: string | number | null): string {
  // No other number of an entry is so large.
  if (typeof value === 'number' && value > Date.UTC(2020)) return new Date(value).toLocaleString()
  if (name === 'category') return flagCategories[value as FlagCategory]?.label ?? String(value)
  return (name === 'effect' && effectLabels[value as FlagEffect]) || String(value)
}

function Fact({ name, value }: { name: string; value: ReactNode }) {
  return (
    <>
      <dt className="text-ink-soft">{name}</dt>
      <dd>{value}</dd>
    </>
  )
}
