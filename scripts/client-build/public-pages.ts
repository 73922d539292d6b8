import { sitePageNames, sitePages } from '../../src/shared/site-page-names.ts'

/** A page for signed-out visitors, with its metadata. */
export interface PublicPage {
  file: string
  path: string
  title: string
  description: string
  /** Its code that the signed-out app loads when the page is shown. */
  modules: readonly string[]
}

const landing: PublicPage = {
  file: 'landing.html',
  path: '/',
  title: 'Troupe · Talk with AI characters',
  description:
    'Talk with AI characters who remember, write your own, and share them with everyone. Free to start, and nothing you say is ever lost.',
  modules: [],
}

const subscribe: PublicPage = {
  file: 'subscribe.html',
  path: '/subscribe',
  title: 'Subscribe · Troupe',
  description: 'Talk with AI characters for free for as long as you like, or upgrade to Troupe Premium.',
  modules: ['src/client/billing/public-subscribe-page.tsx'],
}

const texts = sitePageNames.map((name): PublicPage => {
  const { title } = sitePages[name]
  return {
    file: `${name}.html`,
    path: `/${name}`,
    title: `${title} · Troupe`,
    description: `${title} of this site.`,
    modules: ['src/client/landing/site-page.tsx'],
  }
})

export const publicPages: readonly PublicPage[] = [landing, subscribe, ...texts]
