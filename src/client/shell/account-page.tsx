import { type QueryFilters, useIsFetching } from '@tanstack/react-query'
import { FileUp } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import { useUser } from '#client/accounts/session.ts'
import {
  AdultSection,
  ChatFilterSection,
  DataSection,
  DeleteSection,
  DisplayNameSection,
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
import { queryClient } from '#client/lib/query-client.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { DecisionsSection, OwnReportsSection } from '#client/moderation/account/account-sections.tsx'
import { ButtonLink } from '#client/ui/button-link.tsx'
import { lazyDialog } from '#client/ui/dialogs.tsx'
import { FileButton } from '#client/ui/file-button.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { ListSkeleton } from '#client/ui/skeleton.tsx'
import { pagePath } from '#shared/page-path.ts'
import { sitePageNames, sitePages } from '#shared/site-page-names.ts'
import { type AccountPath, accountNavigation } from './navigation.ts'
import { NotFoundPage } from './not-found-page.tsx'

/** `/settings` and the addresses below it: the account settings, in groups. */
export function AccountPage() {
  const { username } = useUser()
  const { pathname } = useLocation()
  const group = accountNavigation.find(({ to }) => to === pagePath(pathname))
  useTitle(group && group.to !== '/settings' ? `${group.label} · Account` : 'Account')
  if (!group) return <NotFoundPage />
  return (
    <div className="max-w-4xl">
      <PageHeader title="Account" text={`Your username is ${username}.`} />
      <nav aria-label="Account" className="mb-2 grid grid-cols-3 gap-1 rounded-lg bg-sunken p-1 sm:flex">
        {accountNavigation.map(({ to, label }) => (
          <NavLink key={to} to={to} end className={tabClass}>
            {label}
          </NavLink>
        ))}
      </nav>
      <Group key={group.to}>
        {sectionsOf[group.to]}
        <SitePageLinks />
      </Group>
    </div>
  )
}

/** The look of a tab. */
const tabClass =
  'grid min-h-11 flex-1 place-items-center rounded-md px-1 font-[550] text-ink-soft text-sm transition-colors ' +
  'hover:text-ink aria-[current=page]:bg-chosen aria-[current=page]:text-ink aria-[current=page]:shadow-card'

/** Shown once everything in it was loaded or has failed. One after the other, each section would move the next ones. */
function Group({ children }: { children: ReactNode }) {
  const [isLoaded, setLoaded] = useState(false)
  const fetching = useIsFetching(firstLoads)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when the count has changed; the first one is from before the sections ask
  useEffect(() => {
    if (queryClient.isFetching(firstLoads) === 0) setLoaded(true)
  }, [fetching])
  return (
    <>
      {!isLoaded && <ListSkeleton label="Loading your account" className="h-24" />}
      <div hidden={!isLoaded} className="[&>section:first-child]:border-t-0">
        {children}
      </div>
    </>
  )
}

const firstLoads: QueryFilters = { predicate: ({ state }) => state.status === 'pending' }

const sectionsOf: Record<AccountPath, ReactNode> = {
  // Links to `/settings` lead to the decisions.
  '/settings': (
    <>
      <NoticesSection />
      <DecisionsSection />
      <DisplayNameSection />
      <PlayerNameSection />
      <LinkSection
        title="Personas"
        text="Who you are in your stories: names, descriptions and pictures."
        to="/personas"
        label="Manage personas"
      />
    </>
  ),
  '/settings/security': (
    <>
      <PasswordSection />
      <SignInSection />
      <RecoverySection />
      <EmailSection />
      <SessionsSection />
    </>
  ),
  '/settings/chats': (
    <>
      <MemorySection />
      <LinkSection
        title="Lorebooks"
        text="Facts about your worlds, for your chats and personas."
        to="/lorebooks"
        label="Manage lorebooks"
      />
      <AdultSection />
      <ChatFilterSection />
    </>
  ),
  '/settings/plan': <SubscriptionSection />,
  '/settings/developers': (
    <>
      <ApiKeysSection />
      <WebhooksSection />
      <LinkSection
        title="Embedding"
        text="A chat with one of your public characters on your website: Embed… in the menu of the character."
        to="/my-characters"
        label="My Characters"
      />
    </>
  ),
  '/settings/data': (
    <>
      <DataSection>
        <ImportArchiveButton />
      </DataSection>
      <OwnReportsSection />
      <DeleteSection />
    </>
  ),
}

interface LinkSectionProps {
  title: string
  text: string
  to: string
  label: string
}

function LinkSection({ title, text, to, label }: LinkSectionProps) {
  return (
    <SettingsSection title={title} text={text}>
      <ButtonLink to={to} variant="outline">
        {label}
      </ButtonLink>
    </SettingsSection>
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
