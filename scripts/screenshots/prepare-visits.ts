import type { Browser, Page } from '@playwright/test'
import type { AccountType, User } from '../../src/shared/accounts.ts'
import { setAccountTypeInDataDir } from '../../tests/support/account-type.ts'
import type { Guest, Screen } from './screen.ts'

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

/**
 * Lets the guests sign up and do what the screens need: the regular writes characters and talks to one of the house's.
 * One of the regular's characters has a name that is hard to draw, unless the pictures are for show.
 */
export async function prepareVisits(url: string, dataDir: string, { forShow = false } = {}): Promise<Visits> {
  const regular = await signUp(url, 'Robin Ashdown')
  const cookies: Record<Guest, string | null> = {
    visitor: null,
    newcomer: (await signUp(url, 'Mina Hartley')).cookie,
    regular: regular.cookie,
    premium: await withRights(url, dataDir, 'Imogen Vale', 'premium'),
    admin: await withRights(url, dataDir, 'Ottilie Bram', 'admin'),
    leaver: await aboutToLeave(url, 'Casper Lind'),
  }
  const own = await regular.post<{ id: string }>('/api/characters', {
    name: 'Lorenz Tidewell',
    description: 'Keeps the last lighthouse on the coast and writes down every ship, even those that never come.',
    category: 'Drama',
    userRole: 'the new keeper’s apprentice',
    greeting: '*He holds the lamp a little higher.* "You are early. Good. The fog is early too."',
    isPublic: false,
  })
  const long = forShow ? own : await writeLongName(regular)
  const ines = await findInes(regular)
  const places = { own: own.id, long: long.id, public: ines, conversation: await talk(regular, ines) }
  const address = (at: string) => url + at.replace(/\{(\w+)\}/, (_, place: keyof typeof places) => places[place])
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
      await screen.before?.(page)
      await page.goto(address(screen.at), { waitUntil: screen.hasty ? 'commit' : 'load' })
      if (screen.offline) await goOffline(page)
      // Keys and buttons answer from here on: the frame a page starts with has none of this name.
      if (!screen.hasty) await page.locator('#main').waitFor()
      await screen.after?.(page)
      await screen.shows(page).waitFor()
      return page
    },
  }
}

async function goOffline(page: Page) {
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.reload()
  await page.context().setOffline(true)
  await page.reload()
}

/** For a picture: all that was asked for has come, what lies below the window too, and everything has its type. */
export async function settle(page: Page, screen: Screen): Promise<void> {
  if (screen.hasty) return
  await page.waitForLoadState('networkidle')
  await page.evaluate(async () => {
    for (const picture of document.images) picture.loading = 'eager'
    await Promise.allSettled([...document.images].map((picture) => picture.decode()))
    await document.fonts.ready
  })
}

type Person = Awaited<ReturnType<typeof signUp>>

async function signUp(url: string, username: string) {
  const response = await send(url, '/api/auth/register', { username, password })
  const { user } = (await response.json()) as { user: User }
  const cookie = cookieOf(response)
  const ask = async <T>(path: string, init: RequestInit = {}): Promise<T> => {
    const answer = await fetch(url + path, { ...init, headers: { ...init.headers, cookie: `sid=${cookie}` } })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as T
  }
  return {
    id: user.id,
    cookie,
    get: ask,
    post: <T>(path: string, body: unknown) =>
      ask<T>(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  }
}

async function send(url: string, path: string, body: unknown): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return response
}

function cookieOf(response: Response): string {
  const cookie = /sid=([^;]+)/.exec(response.headers.get('set-cookie') ?? '')?.[1]
  if (!cookie) throw new Error('No session came')
  return cookie
}

async function withRights(url: string, dataDir: string, name: string, accountType: AccountType): Promise<string> {
  const person = await signUp(url, name)
  await setAccountTypeInDataDir(dataDir, person.id, { accountType })
  return person.cookie
}

async function aboutToLeave(url: string, name: string): Promise<string> {
  const { post } = await signUp(url, name)
  await post('/api/auth/deletion', { password })
  // Leaving ends every session; whoever comes back is asked whether they meant it.
  return cookieOf(await send(url, '/api/auth/login', { username: name, password }))
}

/** With a name that is hard to draw. */
function writeLongName({ post }: Person): Promise<{ id: string }> {
  return post('/api/characters', {
    name: 'The Most Honourable Keeper of the Lamp and of All It Lights, Wolfeschlegelsteinhausenbergerdorff',
    description: 'Has a name that no programme was printed for, and answers to all of it. '.repeat(4),
    category: 'Comedy',
    userRole: 'the only one who can pronounce all of it, on good days and with a glass of water at hand',
    greeting: '"You may sit. The introduction takes a while."',
    isPublic: true,
  })
}

async function findInes(person: Person): Promise<string> {
  const found = await person.get<{ id: string; name: string }[]>('/api/characters/public?search=Ines%20Calder')
  const ines = found.find(({ name }) => name === 'Ines Calder')
  if (!ines) throw new Error('Ines Calder is not in the cast')
  return ines.id
}

/** A short scene with the librarian. */
async function talk(person: Person, characterId: string): Promise<string> {
  let conversationId = ''
  for (const message of [
    'I was told you keep a book that was never printed.',
    '*I look along the shelves.* Which one would you lend to someone like me?',
    'Then tell me how it begins.',
  ]) {
    const turn = await person.post<{ conversationId: string }>('/api/chat', {
      characterId,
      message,
      ...(conversationId ? { conversationId } : {}),
    })
    conversationId = turn.conversationId
  }
  return conversationId
}
