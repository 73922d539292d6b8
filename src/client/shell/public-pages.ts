import { sitePageNames, sitePages } from '#shared/site-page-names.ts'

/** A page for signed-out visitors, with its metadata. The build prerenders it to HTML. */
export interface PublicPage {
  file: string
  path: string
  title: string
  description: string
}

const landing: PublicPage = {
  file: 'landing.html',
  path: '/',
  title: 'Troupe · Talk with AI characters',
  description:
    'Talk with AI characters who remember, write your own, and share them with everyone. Free to start, and nothing you say is ever lost.',
}

const subscribe: PublicPage = {
  file: 'subscribe.html',
  path: '/subscribe',
  title: 'Subscribe · Troupe',
  description: 'Talk with AI characters for free for as long as you like, or upgrade to Troupe Premium.',
}

const texts = sitePageNames.map((name): PublicPage => {
  const { title } = sitePages[name]
  return { file: `${name}.html`, path: `/${name}`, title: `${title} · Troupe`, description: `${title} of this site.` }
})

export const publicPages: readonly PublicPage[] = [landing, subscribe, ...texts]
