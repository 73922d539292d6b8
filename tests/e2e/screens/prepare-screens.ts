import { setTimeout } from 'node:timers/promises'
import { type Browser, type Page, request } from '@playwright/test'
import type { AccountType, User } from '#shared/accounts.ts'
import type { ConversationPage } from '#shared/chat.ts'
import type { Flag } from '#shared/flags.ts'
import type { FoundMessages } from '#shared/message-search.ts'
import type { ReportCategory } from '#shared/moderation.ts'
import { testCards } from '#shared/payment-card.ts'
import { setAccountTypeInDataDir } from '#tests/support/account-type.ts'
import { withoutLiveChanges } from '../without-live-changes.ts'
import type { Screen, ScreenUser, Theme, Viewport } from './screen.ts'

type StorageState = Awaited<ReturnType<SignedIn['storageState']>>

interface KeptPage {
  page: Page
  /** What it shows, if that is a screen on which nothing was done. */
  shows: Screen | null
  /** What it then looks like, to the letter. */
  look: string
}

/** Pages that are used again for screens of the same user, theme and size: that halves the time that a screen takes. */
export type KeptPages = Map<string, KeptPage>

export type OpenScreen = (
  browser: Browser,
  screen: Screen,
  theme: Theme,
  viewport: Viewport,
  kept?: KeptPages,
) => Promise<Page>

const password = 'screens-password'

/**
 * Creates the accounts, characters and conversations that the screens show, and returns the function that opens a
 * screen. One character has a very long name, unless `hasLongName` is false.
 */
export async function prepareScreens(url: string, dataDir: string, { hasLongName = true } = {}): Promise<OpenScreen> {
  const active = await signUp(url, 'Robin Ashdown')
  const admin = await signUpAs(url, dataDir, 'Ottilie Bram', 'admin')
  const premium = await signUpAs(url, dataDir, 'Imogen Vale', 'premium')
  const users: Record<Exclude<ScreenUser, 'signed-out'>, SignedIn> = {
    'new-user': await signUp(url, 'Mina Hartley'),
    'active-user': active,
    premium,
    admin,
    'pending-deletion': await signUpAndDelete(url, 'Casper Lind'),
    suspended: await signUpAndSuspend(url, admin, 'Edda Marsh'),
  }
  const own = await active.post<{ id: string }>('/api/characters', {
    name: 'Lorenz Tidewell',
    description: 'Keeps the last lighthouse on the coast and writes down every ship, even those that never come.',
    category: 'Drama',
    userRole: 'the new keeper’s apprentice',
    greeting: '*He holds the lamp a little higher.* "You are early. Good. The fog is early too."',
    isPublic: false,
  })
  const silent = await active.post<{ id: string }>('/api/characters', {
    name: 'Brother Anselm',
    description: 'Copies books in a monastery that keeps silence. He writes his answers on a slate.',
    category: 'Historical',
    isPublic: false,
  })
  const long = hasLongName ? await createCharacterWithLongName(active) : own
  const sample = await findSampleCharacter(active, 'Ines Calder')
  await createFlags(active, admin, sample)
  const chats = {
    conversation: await chatWith(active, sample, story),
    versions: await chatInVersions(active, sample),
    scene: await chatInScene(premium, sample),
    crisis: await chatWith(premium, sample, ['I want to kill myself.']),
    personas: await chatAsPersona(premium, sample),
  }
  await waitUntilFound(active, 'never printed')
  const states = new Map<string, StorageState>()
  for (const [user, { storageState, dispose }] of Object.entries(users)) {
    states.set(user, await storageState())
    await dispose()
  }
  const ids = { own: own.id, silent: silent.id, long: long.id, public: sample, ...chats }
  const newPage = async (browser: Browser, screen: Screen, theme: Theme, viewport: Viewport) => {
    const context = await browser.newContext({
      viewport,
      reducedMotion: 'reduce',
      serviceWorkers: screen.isOffline ? 'allow' : 'block',
      storageState: states.get(screen.user ?? 'active-user') ?? { cookies: [], origins: [] },
      ...(viewport.width < 768 ? { hasTouch: true, isMobile: true } : {}),
    })
    await withoutLiveChanges(context)
    await context.addInitScript((name) => {
      if (window.name === 'next screen') {
        localStorage.clear()
        sessionStorage.clear()
        window.name = ''
      }
      localStorage.setItem('theme', name)
    }, theme)
    return context.newPage()
  }
  const findPage = async (kept: KeptPages, ...[browser, screen, theme, viewport]: Parameters<typeof newPage>) => {
    const key = [screen.user, theme, viewport.width].join()
    const found = kept.get(key)
    if (found && !screen.isAlone && !screen.isOffline) {
      await resetPage(found.page, viewport)
      return found
    }
    const page = { page: await newPage(browser, screen, theme, viewport), shows: null, look: '' }
    if (!screen.isAlone && !screen.isOffline) kept.set(key, page)
    return page
  }
  const load = async (page: Page, screen: Screen) => {
    await screen.setUp?.(page)
    const path = screen.path.replace(/\{(\w+)\}/, (_, name: keyof typeof ids) => ids[name])
    page.once('dialog', (dialog) => void dialog.accept())
    await page.goto(url + path, { waitUntil: screen.isTransient ? 'commit' : 'load' })
    page.removeAllListeners('dialog')
    if (screen.isOffline) await goOffline(page)
    // The prerendered frame has no #main: once it is there, the page reacts to keys and buttons.
    if (!screen.isTransient) await page.locator('#main').waitFor()
  }
  return async (browser, screen, theme, viewport, kept = new Map()) => {
    const found = await findPage(kept, browser, screen, theme, viewport)
    const { page } = found
    if (!(await isStillShown(found, screen))) {
      await load(page, screen)
      found.shows = screen.act || screen.setUp ? null : screen
      found.look = ''
    }
    await screen.act?.(page)
    await screen.waitFor(page).waitFor()
    return page
  }
}

/** Whether the page, once what the last screen opened over it is closed, looks as it did when this path was loaded. */
async function isStillShown(kept: KeptPage, { path, setUp, act }: Screen): Promise<boolean> {
  const { page, shows } = kept
  if (!act || setUp || shows?.path !== path) return false
  const over = page.locator('[role=dialog], [role=menu]')
  for (let presses = 0; presses < 3 && (await over.count()) > 0; presses += 1) await page.keyboard.press('Escape')
  kept.look ||= await page.evaluate(readLook)
  const isSame = page.waitForFunction(`(${readLook})() === ${JSON.stringify(kept.look)}`, null, { timeout: 500 })
  return isSame.then(
    () => true,
    () => false,
  )
}

function readLook(): string {
  const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea, select')]
  return [location.href, ...fields.map(({ value, checked }) => `${value} ${checked}`), document.body.textContent].join()
}

/** Removes what a screen has left: its routes, its theme, its size and its pointer; the next document, what it stored. */
async function resetPage(page: Page, viewport: Viewport) {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.context().clearCookies({ name: /^(?!sid$)/ })
  await page.setViewportSize(viewport)
  await page.evaluate(() => {
    document.documentElement.style.removeProperty('font-size')
    document.documentElement.classList.remove('dark')
    window.name = 'next screen'
  })
  await page.mouse.move(0, 0)
}

async function goOffline(page: Page) {
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.reload()
  await page.context().setOffline(true)
  await page.reload()
}

/** Waits until all requests, images (those below the window included) and fonts are loaded. */
export async function waitUntilLoaded(page: Page, screen: Screen): Promise<void> {
  if (screen.isTransient) return
  await page.waitForLoadState('networkidle')
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager'
    await Promise.allSettled([...document.images].map((image) => image.decode()))
    await document.fonts.ready
  })
}

type SignedIn = Awaited<ReturnType<typeof signUp>>

async function signUp(url: string, username: string) {
  const api = await request.newContext({ baseURL: url })
  const send = async (method: string, path: string, data?: unknown) => {
    const response = await api.fetch(path, { method, ...(data === undefined ? {} : { data }) })
    if (!response.ok()) throw new Error(`${method} ${path}: ${response.status()} ${await response.text()}`)
    return response
  }
  const post = async <T>(path: string, body: unknown): Promise<T> => (await send('POST', path, body)).json()
  const { user } = await post<{ user: User }>('/api/auth/register', { username, password })
  return {
    id: user.id,
    post,
    get: async <T>(path: string): Promise<T> => (await send('GET', path)).json(),
    put: (path: string, body: unknown) => send('PUT', path, body),
    delete: (path: string) => send('DELETE', path),
    storageState: () => api.storageState(),
    dispose: () => api.dispose(),
  }
}

async function signUpAs(url: string, dataDir: string, name: string, accountType: AccountType): Promise<SignedIn> {
  const signedIn = await signUp(url, name)
  await setAccountTypeInDataDir(dataDir, signedIn.id, { accountType })
  return signedIn
}

async function signUpAndDelete(url: string, username: string): Promise<SignedIn> {
  const signedIn = await signUp(url, username)
  // It ends every session.
  await signedIn.post('/api/auth/deletion', { password })
  await signedIn.post('/api/auth/login', { username, password })
  return signedIn
}

/** A subscriber, whose page also shows the subscription. */
async function signUpAndSuspend(url: string, admin: SignedIn, username: string): Promise<SignedIn> {
  const signedIn = await signUp(url, username)
  const customer = { tier: 'premium', customerEmail: 'edda@example.com', customerName: username }
  const { clientSecret } = await signedIn.post<{ clientSecret: string }>('/api/create-subscription', customer)
  const card = { number: testCards.succeeds, expiry: '12 / 40', cvc: '123' }
  await signedIn.post('/api/sandbox/confirm-payment', { clientSecret, ...card })
  await admin.post(`/api/admin/users/${signedIn.id}/suspension`, { category: 'hate', days: 7 })
  return signedIn
}

/** Reports a character four times, and has one of the flags dismissed. */
async function createFlags(reporter: SignedIn, admin: SignedIn, targetId: string) {
  const report = (category: ReportCategory, note = '') =>
    reporter.post('/api/reports', { targetType: 'character', targetId, category, note })
  await report('stolen')
  const { flags } = await admin.get<{ flags: Flag[] }>('/api/admin/flags')
  for (const { id } of flags)
    await admin.post(`/api/admin/flags/${id}/action`, { action: 'dismiss', notes: 'It is not.' })
  await report('spam')
  await report('hate', 'The second line of the greeting is about my family.')
  await report('threats', 'It names a street and a date.')
}

/** Waits until the search finds a message: messages are indexed some seconds after they are saved. */
async function waitUntilFound({ get }: SignedIn, words: string) {
  const path = `/api/messages?search=${encodeURIComponent(words)}`
  while ((await get<FoundMessages>(path)).found.length === 0) await setTimeout(100)
}

function createCharacterWithLongName({ post }: SignedIn): Promise<{ id: string }> {
  return post('/api/characters', {
    name: 'The Most Honourable Keeper of the Lamp and of All It Lights, Wolfeschlegelsteinhausenbergerdorff',
    description: 'Has a name that no programme was printed for, and answers to all of it. '.repeat(4),
    category: 'Comedy',
    userRole: 'the only one who can pronounce all of it, on good days and with a glass of water at hand',
    greeting: '"You may sit. The introduction takes a while."',
    isPublic: true,
  })
}

async function findSampleCharacter({ get }: SignedIn, wanted: string): Promise<string> {
  const path = `/api/characters/public?search=${encodeURIComponent(wanted)}`
  const found = (await get<{ id: string; name: string }[]>(path)).find(({ name }) => name === wanted)
  if (!found) throw new Error(`${wanted} is not a sample character`)
  return found.id
}

const story = [
  'I was told you keep a book that was never printed.',
  '*I look along the shelves.* Which one would you lend to someone like me?',
  'Then tell me how it begins.',
]

/** A conversation whose newest reply has three versions, the last in the user's words, and that went on once. */
async function chatInVersions(active: SignedIn, characterId: string): Promise<string> {
  const id = await chatWith(active, characterId, story)
  const path = `/api/conversations/${id}`
  const last = async () => (await active.get<ConversationPage>(path)).messages.at(-1)
  await active.post(`${path}/replies`, { messageId: (await last())?.id })
  const leafId = (await last())?.id ?? ''
  const content =
    '*She turns the book so that you can read the first line.* “It begins with a door that nobody closed,” she says. “Sit down. It does not like to be read standing up.”'
  await active.post(`${path}/replies/${leafId}/edit`, { content, leafId })
  const edited = (await last())?.id ?? ''
  const name = 'The evening on which nobody came to close the door of the library'.slice(0, 60)
  await active.put(`${path}/messages/${edited}/name`, { name })
  await active.post('/api/chat', { characterId, conversationId: id, message: 'And who left it open?' })
  return id
}

/** A conversation in which the user became somebody else, with notes and quick replies. */
async function chatAsPersona(user: SignedIn, characterId: string): Promise<string> {
  const id = await chatWith(user, characterId, story.slice(0, 1))
  const description = 'A surveyor from the coast, on her first journey inland. Sharp, shy, and always counting steps.'
  const persona = { name: 'Wilhelmina Ashgrove', description, picture: '/portraits/wilhelmina-short-hair.svg' }
  const { id: personaId } = await user.post<{ id: string }>('/api/personas', persona)
  await user.post('/api/personas', { name: 'Old Tom', description: 'A ferryman.' })
  await user.put('/api/personas/default', { personaId, characterId })
  await user.post('/api/chat', { characterId, conversationId: id, message: story[1] })
  await user.put(`/api/conversations/${id}/notes`, {
    scene: 'The archive, an hour before it closes.',
    note: 'Slow and quiet.',
  })
  const labels = ['Wait', 'Look around', 'Say nothing', 'Ask for the price', 'Leave politely', 'Pour more tea']
  const replies = labels.map((label) => ({
    label,
    text: `*{{user}}: ${label.toLowerCase()}.*`,
    sendNow: label === 'Wait',
  }))
  await user.put('/api/quick-replies', { replies })
  return id
}

/** A scene with three characters, of whom one has left. */
async function chatInScene(user: SignedIn, characterId: string): Promise<string> {
  const other = await findSampleCharacter(user, 'Kit Tamura')
  const third = await findSampleCharacter(user, 'Wren of Harrow')
  const body = { characterId, participantIds: [other, third] }
  const { conversation } = await user.post<ConversationPage>('/api/conversations', body)
  const path = `/api/conversations/${conversation.id}`
  await user.put(`${path}/turn-order`, { turnOrder: 'manual' })
  const leafId = (await user.get<ConversationPage>(path)).messages.at(-1)?.id ?? ''
  await user.delete(`${path}/participants/${third}?leafId=${leafId}`)
  return conversation.id
}

async function chatWith({ post }: SignedIn, characterId: string, messages: string[]): Promise<string> {
  let conversationId: string | undefined
  for (const message of messages) {
    const turn = await post<{ conversationId: string }>('/api/chat', { characterId, message, conversationId })
    conversationId = turn.conversationId
  }
  if (!conversationId) throw new Error('No message was sent')
  return conversationId
}
