import { type QueryFilters, useIsFetching, useQueryClient } from '@tanstack/react-query'
import { FileUp } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { useUser } from '#client/accounts/session.ts'
import {
  AdultSection,
  ChatFilterSection,
  DataSection,
  DeleteSection,
  MemorySection,
  PlayerNameSection,
} from '#client/accounts/settings/account-sections.tsx'
import { ApiKeysSection } from '#client/accounts/settings/api-keys-section.tsx'
import { EmailSection } from '#client/accounts/settings/email-section.tsx'
import { PasswordSection } from '#client/accounts/settings/password-section.tsx'
import { RecoverySection } from '#client/accounts/settings/recovery-section.tsx'
import { SessionsSection } from '#client/accounts/settings/sessions-section.tsx'
import { SettingsSection } from '#client/accounts/settings/settings-section.tsx'
import { SignInSection } from '#client/accounts/settings/sign-in-section.tsx'
import { WebhooksSection } from '#client/accounts/settings/webhooks-section.tsx'
import { SubscriptionSection } from '#client/billing/account/subscription-section.tsx'
import { NoticesSection } from '#client/chat/notices/notices-section.tsx'
import { useTitle } from '#client/lib/use-title.ts'
import { DecisionsSection, OwnReportsSection } from '#client/moderation/account/account-sections.tsx'
import { buttonClass } from '#client/ui/button-class.ts'
import { lazyDialog } from '#client/ui/dialogs.tsx'
import { FileButton } from '#client/ui/file-button.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { entitlements } from '#shared/entitlements.ts'
import { sitePageNames, sitePages } from '#shared/site-page-names.ts'

/** `/settings`: the account settings, except for the display name. */
export function AccountPage() {
  useTitle('Account')
  const { username, accountType } = useUser()
  const isLoaded = useIsLoaded()
  return (
    <div className="max-w-4xl">
      <PageHeader title="Account" text={`Your username is ${username}.`} />
      {!isLoaded && <SectionsSkeleton />}
      <div hidden={!isLoaded}>
        <NoticesSection />
        <DecisionsSection />
        <SubscriptionSection />
        <PlayerNameSection />
        <SettingsSection title="Personas" text="Who you are in your stories: names, descriptions and pictures.">
          <Link to="/personas" className={buttonClass({ variant: 'outline' })}>
            Manage personas
          </Link>
        </SettingsSection>
        <SettingsSection title="Lorebooks" text="Facts about your worlds, for your chats and personas.">
          <Link to="/lorebooks" className={buttonClass({ variant: 'outline' })}>
            Manage lorebooks
          </Link>
        </SettingsSection>
        <PasswordSection />
        <SignInSection />
        <RecoverySection />
        <EmailSection />
        <SessionsSection />
        <ApiKeysSection />
        <WebhooksSection />
        <OwnReportsSection />
        <MemorySection />
        <DataSection>
          <ImportArchiveButton />
        </DataSection>
        <AdultSection />
        {entitlements[accountType].chatFilter === 'choice' && <ChatFilterSection />}
        <DeleteSection />
        <SitePageLinks />
      </div>
    </div>
  )
}

function SitePageLinks() {
  return (
    <nav
      aria-label="About this site"
      className="flex flex-wrap gap-x-5 border-line border-t pt-4 text-ink-soft text-sm"
    >
      {sitePageNames.map((name) => (
        <Link key={name} to={`/${name}`} className="flex min-h-11 items-center hover:text-ink">
          {sitePages[name].title}
        </Link>
      ))}
    </nav>
  )
}

/** Whether everything on the page was loaded or has failed. Shown one after the other, each section would move the next ones. */
function useIsLoaded(): boolean {
  const queryClient = useQueryClient()
  const [isLoaded, setLoaded] = useState(false)
  const fetching = useIsFetching(firstLoads)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when the count has changed; the first one is from before the sections ask
  useEffect(() => {
    if (queryClient.isFetching(firstLoads) === 0) setLoaded(true)
  }, [queryClient, fetching])
  return isLoaded
}

const firstLoads: QueryFilters = { predicate: ({ state }) => state.status === 'pending' }

function SectionsSkeleton() {
  return (
    <div role="status">
      <VisuallyHidden>Loading your account</VisuallyHidden>
      {[1, 2, 3, 4].map((section) => (
        <div
          key={section}
          aria-hidden
          className="grid grid-cols-1 gap-x-10 gap-y-5 border-line border-t py-8 lg:grid-cols-[minmax(0,17rem)_minmax(0,1fr)]"
        >
          <Skeleton className="h-6 w-40" />
          <Skeleton className="h-24 w-full rounded-lg" />
        </div>
      ))}
    </div>
  )
}

const importArchiveDialog = lazyDialog(
  async () => (await import('./archive/import-archive-dialog.tsx')).ImportArchiveDialog,
)

/** Imports an archive of this account or another one, of this site or another one. */
function ImportArchiveButton() {
  return (
    <FileButton
      icon={FileUp}
      variant="outline"
      inputLabel="Archive"
      accept=".zip"
      onChoose={([file]) => file && importArchiveDialog.open({ file })}
    >
      Import an archive
    </FileButton>
  )
}
