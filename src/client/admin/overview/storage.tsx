import { Card } from '#client/ui/card.tsx'
import type { Overview } from '#shared/overview.ts'
import { formatBytes } from '../../lib/format-bytes.ts'

/** The sizes of the database and the images, and what is left on the disk. */
export function Storage({ storage }: { storage: Overview['storage'] }) {
  const { dialect, database, pictures, diskFree, diskTotal } = storage
  const used = diskTotal > 0 ? Math.round(((diskTotal - diskFree) / diskTotal) * 100) : 0
  return (
    <Card className="p-5 sm:p-6">
      <section aria-labelledby="storage">
        <h2 id="storage" className="text-xl">
          Storage
        </h2>
        <dl className="mt-3 divide-y divide-line text-sm">
          <Line
            name={dialect === 'sqlite' ? 'Database (SQLite)' : 'Database (PostgreSQL)'}
            value={formatBytes(database)}
          />
          <Line name="Pictures" value={formatBytes(pictures)} />
          <Line name="Left on the disk" value={`${formatBytes(diskFree)} of ${formatBytes(diskTotal)}`} />
        </dl>
        <div aria-hidden className="mt-3 h-2 overflow-hidden rounded-full bg-sunken">
          <div
            className={`h-full rounded-full ${used >= 95 ? 'bg-danger' : 'bg-ink-soft'}`}
            style={{ width: `${used}%` }}
          />
        </div>
      </section>
    </Card>
  )
}

function Line({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4 py-2.5">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="font-[550] tabular-nums">{value}</dd>
    </div>
  )
}
