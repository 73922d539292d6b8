import type { Browser, Page } from '@playwright/test'
import type { Guest, Screen } from './screens.ts'

export interface Visits {
  /** The screen as its guest sees it, with everything on it in place. */
  open(
    browser: Browser,
    screen: Screen,
    theme: 'light' | 'dark',
    size: { width: number; height: number },
  ): Promise<Page>
}

const password = 'stage-door'

/** Lets the guests sign up and do what the screens need: the regular writes a character and talks to one. */
export async function prepareVisits(url: string): Promise<Visits> {
  const cookies: Record<Guest, string | null> = {
    visitor: null,
    newcomer: (await signUp(url, 'Mina Hartley')).cookie,
    regular: null,
  }
  const regular = await signUp(url, 'Robin Ashdown')
  cookies.regular = regular.cookie
  await regular.post('/api/characters', {
    name: 'Lorenz Tidewell',
    description: 'Keeps the last lighthouse on the coast and writes down every ship, even those that never come.',
    category: 'Drama',
    userRole: 'the new keeper’s apprentice',
    greeting: '*He holds the lamp a little higher.* "You are early. Good. The fog is early too."',
    isPublic: false,
  })
  const conversation = await talk(regular)
  return {
    async open(browser, screen, theme, size) {
      const context = await browser.newContext({
        viewport: size,
        reducedMotion: 'reduce',
        serviceWorkers: screen.offline ? 'allow' : 'block',
        ...(size.width < 768 ? { hasTouch: true, isMobile: true } : {}),
      })
      await context.addInitScript((name) => localStorage.setItem('theme', name), theme)
      const cookie = cookies[screen.guest]
      if (cookie) await context.addCookies([{ name: 'sid', value: cookie, url }])
      const page = await context.newPage()
      await page.goto(url + screen.at.replace('{conversation}', conversation), { waitUntil: 'networkidle' })
      if (screen.offline) await goOffline(page)
      // Keys and buttons answer from here on.
      await page.locator('#main').waitFor()
      await screen.after?.(page)
      await screen.shows(page).waitFor()
      await loadPictures(page)
      return page
    },
  }
}

async function goOffline(page: Page) {
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.reload({ waitUntil: 'networkidle' })
  await page.context().setOffline(true)
  await page.reload()
}

/** What lies below the window is fetched too, and everything has its type. */
async function loadPictures(page: Page) {
  await page.evaluate(async () => {
    for (const picture of document.images) picture.loading = 'eager'
    await Promise.allSettled([...document.images].map((picture) => picture.decode()))
    await document.fonts.ready
  })
}

type Person = Awaited<ReturnType<typeof signUp>>

async function signUp(url: string, username: string) {
  const response = await fetch(`${url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  })
  const cookie = /sid=([^;]+)/.exec(response.headers.get('set-cookie') ?? '')?.[1]
  if (!cookie) throw new Error(`${username} could not sign up: ${response.status} ${await response.text()}`)
  const ask = async <T>(path: string, init: RequestInit = {}): Promise<T> => {
    const answer = await fetch(url + path, { ...init, headers: { ...init.headers, cookie: `sid=${cookie}` } })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as T
  }
  return {
    cookie,
    get: ask,
    post: <T>(path: string, body: unknown) =>
      ask<T>(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  }
}

/** A short scene with the librarian. */
async function talk(person: Person): Promise<string> {
  const found = await person.get<{ id: string; name: string }[]>('/api/characters/public?search=Ines%20Calder')
  const ines = found.find(({ name }) => name === 'Ines Calder')
  if (!ines) throw new Error('Ines Calder is not in the cast')
  let conversationId = ''
  for (const message of [
    'I was told you keep a book that was never printed.',
    '*I look along the shelves.* Which one would you lend to someone like me?',
    'Then tell me how it begins.',
  ]) {
    const turn = await person.post<{ conversationId: string }>('/api/chat', {
      characterId: ines.id,
      message,
      ...(conversationId ? { conversationId } : {}),
    })
    conversationId = turn.conversationId
  }
  return conversationId
}
