import { createBrowserRouter, type RouteObject } from 'react-router'
import type { PageRoute } from '#shared/page-path.ts'
import { sitePageNames } from '#shared/site-page-names.ts'
import { AppSkeleton } from './shell/app-skeleton.tsx'
import { ErrorPage } from './shell/error-page.tsx'
import { PageFrame } from './shell/page-frame.tsx'
import { Shell } from './shell/shell.tsx'

const sitePageRoutes = sitePageNames.map((name) => ({
  path: name,
  lazy: async () => {
    const { SitePage } = await import('./landing/site-page.tsx')
    return { element: <SitePage key={name} name={name} /> }
  },
}))

/** The routes of the signed-in app. Each page is loaded lazily. */
const pages: (RouteObject & { path?: PageRoute })[] = [
  { index: true, lazy: async () => ({ Component: (await import('./shell/home/home-page.tsx')).HomePage }) },
  {
    path: 'characters/:characterId',
    lazy: async () => ({ Component: (await import('./characters/character-page.tsx')).CharacterPage }),
  },
  {
    path: 'characters/:characterId/lorebook',
    lazy: async () => ({
      Component: (await import('./lorebooks/character-lorebook-page.tsx')).CharacterLorebookPage,
    }),
  },
  {
    path: 'lorebooks',
    lazy: async () => ({ Component: (await import('./lorebooks/lorebooks-page.tsx')).LorebooksPage }),
  },
  {
    path: 'lorebooks/:lorebookId',
    lazy: async () => ({ Component: (await import('./lorebooks/lorebook-page.tsx')).LorebookPage }),
  },
  { path: 'create', lazy: async () => ({ Component: (await import('./characters/creator-page.tsx')).CreatorPage }) },
  {
    path: 'discover',
    lazy: async () => ({ Component: (await import('./characters/discover-page.tsx')).DiscoverPage }),
  },
  {
    path: 'trending',
    lazy: async () => ({ Component: (await import('./characters/trending-page.tsx')).TrendingPage }),
  },
  {
    path: 'my-characters',
    lazy: async () => ({ Component: (await import('./characters/my-characters-page.tsx')).MyCharactersPage }),
  },
  {
    path: 'personas',
    lazy: async () => ({ Component: (await import('./chat/personas/personas-page.tsx')).PersonasPage }),
  },
  { path: 'settings', lazy: async () => ({ Component: (await import('./shell/account-page.tsx')).AccountPage }) },
  { path: 'pricing', lazy: async () => ({ Component: (await import('./billing/pricing-page.tsx')).PricingPage }) },
  { path: 'admin', lazy: async () => ({ Component: (await import('./moderation/admin-page.tsx')).AdminPage }) },
  {
    path: 'admin/payments',
    lazy: async () => ({ Component: (await import('./admin/payments/payments-page.tsx')).PaymentsPage }),
  },
  {
    path: 'admin/models',
    lazy: async () => ({ Component: (await import('./admin/models/models-page.tsx')).ModelsPage }),
  },
  {
    path: 'admin/pages',
    lazy: async () => ({ Component: (await import('./admin/pages/pages-page.tsx')).PagesPage }),
  },
  {
    path: 'admin/overview',
    lazy: async () => ({ Component: (await import('./admin/overview/overview-page.tsx')).OverviewPage }),
  },
  {
    path: 'admin/users',
    lazy: async () => ({ Component: (await import('./admin/users/users-page.tsx')).UsersPage }),
  },
  {
    path: 'admin/users/:userId',
    lazy: async () => ({ Component: (await import('./admin/users/user-page.tsx')).UserPage }),
  },
  {
    path: 'subscribe',
    lazy: async () => ({ Component: (await import('./billing/subscribe-page.tsx')).SubscribePage }),
  },
  {
    path: 'subscription-success',
    lazy: async () => ({
      Component: (await import('./billing/subscription-success-page.tsx')).SubscriptionSuccessPage,
    }),
  },
  {
    path: 'sandbox-portal',
    lazy: async () => ({
      Component: (await import('./billing/account/sandbox-portal-page.tsx')).SandboxPortalPage,
    }),
  },
  ...sitePageRoutes,
  { path: '*', lazy: async () => ({ Component: (await import('./shell/not-found-page.tsx')).NotFoundPage }) },
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
