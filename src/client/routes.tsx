import type { ComponentType } from 'react'
import { createBrowserRouter, type RouteObject } from 'react-router'
import type { PageRoute } from '#shared/page-path.ts'
import { type SitePageName, sitePageNames } from '#shared/site-page-names.ts'
import { AppSkeleton } from './shell/app-skeleton.tsx'
import { ErrorPage } from './shell/error-page.tsx'
import { PageFrame } from './shell/page-frame.tsx'
import { Shell } from './shell/shell.tsx'

const page = (path: PageRoute, load: () => Promise<ComponentType>): RouteObject => ({
  path,
  lazy: async () => ({ Component: await load() }),
})

/** A page for admins, or for moderators too. */
const adminPage = (path: PageRoute, load: () => Promise<ComponentType>, orModerator = false) =>
  page(path, async () => {
    const [{ AdminOnly }, Page] = await Promise.all([import('./admin/admin-only.tsx'), load()])
    return () => (
      <AdminOnly orModerator={orModerator}>
        <Page />
      </AdminOnly>
    )
  })

const sitePage = (name: SitePageName) =>
  page(name, async () => {
    const { SitePage } = await import('./landing/site-page.tsx')
    return () => <SitePage key={name} name={name} />
  })

const pages: RouteObject[] = [
  { index: true, lazy: async () => ({ Component: (await import('./shell/home-page.tsx')).HomePage }) },
  page('characters/:characterId', async () => (await import('./characters/character-page.tsx')).CharacterPage),
  page(
    'characters/:characterId/lorebook',
    async () => (await import('./lorebooks/lorebook-pages.tsx')).CharacterLorebookPage,
  ),
  page('lorebooks', async () => (await import('./lorebooks/lorebooks-page.tsx')).LorebooksPage),
  page('lorebooks/:lorebookId', async () => (await import('./lorebooks/lorebook-pages.tsx')).LorebookPage),
  page('create', async () => (await import('./characters/creator-page.tsx')).CreatorPage),
  page('discover', async () => (await import('./characters/discover-page.tsx')).DiscoverPage),
  page('trending', async () => (await import('./characters/trending-page.tsx')).TrendingPage),
  page('my-characters', async () => (await import('./characters/my-characters-page.tsx')).MyCharactersPage),
  page('personas', async () => (await import('./chat/personas/personas-page.tsx')).PersonasPage),
  page('settings/:group?', async () => (await import('./shell/account-page.tsx')).AccountPage),
  page('sign-in', async () => (await import('./shell/sign-in-page.tsx')).SignInPage),
  page('pricing', async () => (await import('./billing/pricing-page.tsx')).PricingPage),
  adminPage('admin', async () => (await import('./moderation/dashboard.tsx')).Dashboard, true),
  adminPage('admin/payments', async () => (await import('./admin/payments/payments-page.tsx')).PaymentsPage),
  adminPage('admin/models', async () => (await import('./admin/models/models-page.tsx')).ModelsPage),
  adminPage('admin/voices', async () => (await import('./admin/voices/voices-page.tsx')).VoicesPage),
  adminPage('admin/pages', async () => (await import('./admin/pages/pages-page.tsx')).PagesPage),
  adminPage('admin/settings', async () => (await import('./admin/settings/settings-page.tsx')).SettingsPage),
  adminPage('admin/overview', async () => (await import('./admin/overview/overview-page.tsx')).OverviewPage),
  adminPage('admin/users', async () => (await import('./admin/users/users-page.tsx')).UsersPage),
  adminPage('admin/users/:userId', async () => (await import('./admin/users/user-page.tsx')).UserPage, true),
  page('subscribe', async () => (await import('./billing/subscribe-page.tsx')).SubscribePage),
  page(
    'subscription-success',
    async () => (await import('./billing/subscription-success-page.tsx')).SubscriptionSuccessPage,
  ),
  page('sandbox-portal', async () => (await import('./billing/account/sandbox-portal-page.tsx')).SandboxPortalPage),
  ...sitePageNames.map(sitePage),
  page('*', async () => (await import('./shell/not-found-page.tsx')).NotFoundPage),
]

export function createRouter() {
  // Scroll positions are stored by the key of the history entry. The router gives all first entries the same key: a typed
  // address would open where an earlier page of the tab was left.
  if (!history.state?.key) history.replaceState({ ...history.state, key: Math.random().toString(36).slice(2, 10) }, '')
  return createBrowserRouter([
    {
      path: '/',
      Component: Shell,
      ErrorBoundary: ErrorPage,
      HydrateFallback: AppSkeleton,
      children: [
        {
          path: 'chat/:conversationId?',
          lazy: async () => ({ Component: (await import('./chat/chat-page.tsx')).ChatPage }),
        },
        { Component: PageFrame, children: pages.map((page) => ({ ...page, ErrorBoundary: ErrorPage })) },
      ],
    },
  ])
}
