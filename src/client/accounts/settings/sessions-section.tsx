import { useMutation, useQuery } from '@tanstack/react-query'
import { type LucideIcon, Monitor, Smartphone, SquareTerminal, Tablet } from 'lucide-react'
import { useRef } from 'react'
import { longDate, timeAgo } from '#client/lib/dates.ts'
import { call } from '#client/lib/http.ts'
import { invalidate, queryOf } from '#client/lib/query-client.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { LoadError } from '#client/ui/load-error.tsx'
import { toastError } from '#client/ui/toast-error.ts'
import { toast } from '#client/ui/toast-store.ts'
import type { DeviceKind, Session } from '#shared/accounts.ts'
import { SettingsItem, SettingsSection } from './settings-section.tsx'

const icons: Record<DeviceKind, LucideIcon> = {
  computer: Monitor,
  phone: Smartphone,
  tablet: Tablet,
  program: SquareTerminal,
}

export function SessionsSection() {
  const sessions = useQuery(queryOf('GET /api/auth/sessions'))
  return (
    <SettingsSection
      title="Where you are logged in"
      text="If you do not know one of these devices, log it out and change your password."
    >
      <LoadError isShort what="the list of your devices" query={sessions} />
      {sessions.data && <SessionList sessions={sessions.data} />}
    </SettingsSection>
  )
}

const activityOf = ({ current, lastSeenAt }: Session) => (current ? 'Active now' : `Last active ${timeAgo(lastSeenAt)}`)

function SessionList({ sessions }: { sessions: Session[] }) {
  const list = useRef<HTMLUListElement>(null)
  const end = useMutation({
    mutationFn: (session: Session | null) =>
      session
        ? call('DELETE /api/auth/sessions/:id', { params: { id: session.id } })
        : call('DELETE /api/auth/sessions'),
    onSuccess: (_, session) =>
      toast({
        title: 'Logged out',
        description: session ? session.device : 'You are now logged in only on this device.',
      }),
    onError: (error) => toastError(error),
    // Also after errors: the session may have ended already.
    onSettled: async () => {
      await invalidate('GET /api/auth/sessions')
      // The focused button is removed with its session. A user who has moved the focus meanwhile keeps it.
      const { activeElement, body } = document
      if (activeElement === body || list.current?.contains(activeElement)) list.current?.focus()
    },
  })
  return (
    <>
      <ul
        ref={list}
        tabIndex={-1}
        aria-label="Where you are logged in"
        className="flex flex-col divide-y divide-line outline-none"
      >
        {sessions
          .toSorted((a, b) => Number(b.current) - Number(a.current))
          .map((session) => (
            <SettingsItem
              key={session.id}
              icon={icons[session.kind]}
              title={session.device}
              badge={session.current && <Badge variant="soft">This device</Badge>}
              lines={[`${activityOf(session)} · logged in on ${longDate(session.createdAt)}`]}
            >
              {!session.current && (
                <Button
                  variant="quiet"
                  disabled={end.isPending}
                  onClick={() => end.mutate(session)}
                  aria-label={`Log out ${session.device}`}
                >
                  Log out
                </Button>
              )}
            </SettingsItem>
          ))}
      </ul>
      {sessions.length > 1 && (
        <Button variant="outline" className="mt-4" disabled={end.isPending} onClick={() => end.mutate(null)}>
          Log out everywhere else
        </Button>
      )}
    </>
  )
}
