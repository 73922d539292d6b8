import type { Locator, Page } from '@playwright/test'
import { pressInHeader } from '../conversations.ts'

/** Who is signed in: `active-user` has characters and conversations, `new-user` has nothing yet. */
export type ScreenUser =
  | 'signed-out'
  | 'new-user'
  | 'active-user'
  | 'premium'
  | 'pending-deletion'
  | 'suspended'
  | 'admin'

export type Theme = 'light' | 'dark'

export interface Viewport {
  width: number
  height: number
}

type Find = (page: Page) => Locator
export type Act = (page: Page) => Promise<unknown>

/** One state of a page, for `npm run screenshots` and for accessibility.test.ts. */
export interface Screen {
  name: string
  /** Left out: the active user. */
  user?: ScreenUser
  /** `{conversation}`, `{own}`, `{long}`, `{public}` and the like are replaced by ids of what `prepareScreens` creates. */
  path: string
  /** Visible once the screen is ready. */
  waitFor: Find
  /** Runs before the page is opened, for example to break a request. */
  setUp?: Act
  /** Runs once the page is open. */
  act?: Act
  /** The screenshot shows the whole page, not only the window. */
  isFullPage?: boolean
  isOffline?: boolean
  /** The network never becomes idle, or the screen is gone by then. */
  isTransient?: boolean
  /** Changes more than one visit of its page, which therefore shows no other screen. */
  isAlone?: boolean
  only?: 'phone' | 'desktop'
}

type Common = Pick<Screen, 'path'> & Partial<Screen>

/** The states of a page by their names, and what they have in common. */
export const statesOf = (common: Common, states: Record<string, Partial<Screen> & Pick<Screen, 'waitFor'>>): Screen[] =>
  Object.entries(states).map(([name, state]) => ({ ...common, name, ...state }))

type Name = string | RegExp
type Role = Parameters<Page['getByRole']>[0]

const role =
  (of: Role, name?: Name): Find =>
  (page) =>
    page.getByRole(of, name === undefined ? {} : { name }).first()

/** What a screen is recognised by. */
export const see = {
  role,
  heading: (name: Name) => role('heading', name),
  button: (name: Name) => role('button', name),
  dialog: role('dialog'),
  main: role('main'),
  card: role('article'),
  transcript: role('log'),
  text: (content: Name) => (page: Page) => page.getByText(content).first(),
  field: (label: Name) => (page: Page) => page.getByLabel(label).first(),
}

/** One after the other. */
export const steps =
  (...acts: Act[]): Act =>
  async (page) => {
    for (const act of acts) await act(page)
  }

const click = (find: Find) => (page: Page) => find(page).click()

/** What the user does. */
export const user = {
  click,
  press: (name: Name) => click(see.button(name)),
  choose: (item: Name) => click(role('menuitem', item)),
  fill: (label: Name, value: string) => (page: Page) =>
    page.getByLabel(label).and(page.locator('input, textarea')).fill(value),
  pressKey: (key: string) => (page: Page) => page.keyboard.press(key),
  /** A button of the header of a chat, or the item of its More menu. */
  inHeader: (name: string) => (page: Page) => pressInHeader(page, name),
}

type Url = string | RegExp

const answer = (url: Url, json: unknown, status?: number) => (page: Page) =>
  page.route(url, (route) => route.fulfill({ status: status ?? 200, json }))

/** What the server answers. */
export const server = {
  answer,
  answerWithError: (url: Url) =>
    answer(url, { error: 'Something went wrong. Please try again.', code: 'internal' }, 500),
  neverAnswer: (url: Url) => (page: Page) => page.route(url, () => {}),
  /** What it answers, changed. */
  answerChanged:
    <T>(url: Url, change: (found: T) => unknown) =>
    (page: Page) =>
      page.route(url, async (route) => {
        const response = await route.fetch()
        await route.fulfill({ response, json: change(await response.json()) })
      }),
}
