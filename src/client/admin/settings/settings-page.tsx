import { useQuery } from '@tanstack/react-query'
import { SettingsSection } from '#client/accounts/settings/settings-section.tsx'
import { queryOf } from '#client/lib/query-client.ts'
import { LoadError } from '#client/ui/load-error.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { CardSkeleton } from '#client/ui/skeleton.tsx'
import { AnnouncementForm } from './announcement-form.tsx'
import { InvitationList } from './invitation-list.tsx'
import { SettingsForm } from './settings-form.tsx'

/** Admin → Settings: what can be changed while the server runs. */
export function SettingsPage() {
  const settings = useQuery({ ...queryOf('GET /api/admin/settings'), staleTime: 0 })
  const announcement = useQuery({ ...queryOf('GET /api/admin/announcement'), staleTime: 0 })
  return (
    <div className="max-w-5xl">
      <PageHeader
        title="Site settings"
        text="Changes take effect at once, without a restart, and are recorded in the audit log."
      />
      <SettingsSection title="This site" text="Its name, who may sign up, and what is allowed.">
        {settings.isPending && <CardSkeleton className="h-96" />}
        {!settings.data && <LoadError isShort what="the settings" query={settings} />}
        {settings.data && <SettingsForm state={settings.data} />}
      </SettingsSection>
      <SettingsSection
        title="Invitations"
        text="Links with which people sign up. They are needed while only people with an invitation may sign up."
      >
        <InvitationList />
      </SettingsSection>
      <SettingsSection
        title="Announcement"
        text="A text above every page, such as for maintenance or news. Everybody can close it."
      >
        {announcement.isPending && <CardSkeleton className="h-56" />}
        {!announcement.data && <LoadError isShort what="the announcement" query={announcement} />}
        {announcement.data && <AnnouncementForm announcement={announcement.data.announcement} />}
      </SettingsSection>
    </div>
  )
}
