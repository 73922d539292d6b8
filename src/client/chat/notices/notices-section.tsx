import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { SettingsSection } from '#client/accounts/settings/settings-section.tsx'
import { longDate } from '#client/lib/dates.ts'
import { call } from '#client/lib/http.ts'
import { resumeChatPath } from '#client/lib/paths.ts'
import { Badge } from '#client/ui/badge.tsx'
import { LoadError } from '#client/ui/load-error.tsx'
import { describeNotice, setSeen, useNotices } from './notices-api.ts'

/** What was decided or changed for the user in the last weeks. Showing it marks it as seen. */
export function NoticesSection() {
  const { data, error, refetch } = useNotices()
  const newest = data?.notices[0]?.at ?? 0
  const [seenBefore, setSeenBefore] = useState<number | null>(null)
  if (data && seenBefore === null) setSeenBefore(data.seenAt)
  const isNew = data !== undefined && newest > data.seenAt
  useEffect(() => {
    if (!isNew) return
    void call('PUT /api/notices/seen', { body: { at: newest } }).then(
      () => setSeen(newest),
      () => {},
    )
  }, [isNew, newest])
  if (!error && !data?.notices.length) return null
  return (
    <SettingsSection title="Notices" text="What moderators decided, and which characters changed.">
      <LoadError isShort what="the notices" query={{ error, refetch }} />
      {data && (
        <ul aria-label="Notices" className="flex flex-col divide-y divide-line">
          {data.notices.map((notice) => (
            <li key={`${notice.kind} ${notice.id}`} className="flex items-center gap-x-4 py-2.5 first:pt-0">
              <div className="min-w-0 flex-1">
                <p className="[overflow-wrap:anywhere]">
                  {describeNotice(notice)}
                  {notice.at > (seenBefore ?? data.seenAt) && (
                    <Badge variant="soft" className="ml-2 align-middle">
                      New
                    </Badge>
                  )}
                </p>
                <p className="text-ink-soft text-sm">{longDate(notice.at)}</p>
              </div>
              {notice.kind === 'character' && (
                <Link
                  to={resumeChatPath(notice.id)}
                  className="-my-2.5 flex min-h-11 items-center px-2 font-[550] text-curtain text-sm underline-offset-4 hover:underline"
                >
                  Chat
                </Link>
              )}
            </li>
          ))}
        </ul>
      )}
    </SettingsSection>
  )
}
