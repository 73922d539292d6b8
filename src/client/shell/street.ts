/** The pages of signed-out visitors, with the words their heads say. Both are rendered to HTML when the client is built. */
export interface StreetPage {
  file: string
  path: string
  title: string
  description: string
}

const landing: StreetPage = {
  file: 'landing.html',
  path: '/',
  title: 'Troupe · Talk with AI characters',
  description:
    'Talk with AI characters who remember, write your own, and share them with everyone. Free to start, and nothing you say is ever lost.',
}

const subscribe: StreetPage = {
  file: 'subscribe.html',
  path: '/subscribe',
  title: 'Subscribe · Troupe',
  description:
    'Talk with AI characters for free for as long as you like, or take the better seats with Troupe Premium.',
}

export const streetPages: readonly StreetPage[] = [landing, subscribe]
