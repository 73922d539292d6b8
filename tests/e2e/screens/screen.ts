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

export const role =
  (of: Role, name?: Name): Find =>
  (page) =>
    page.getByRole(of, name === undefined ? {} : { name }).first()
export const heading = (name: Name): Find => role('heading', name)
export const button = (name: Name): Find => role('button', name)
export const dialog: Find = role('dialog')
export const main: Find = role('main')
export const card: Find = role('article')
export const transcript: Find = role('log')
export const text =
  (content: Name): Find =>
  (page) =>
    page.getByText(content).first()
export const field =
  (label: Name): Find =>
  (page) =>
    page.getByLabel(label).first()

/** One after the other. */
export const steps =
  (...acts: Act[]): Act =>
  async (page) => {
    for (const act of acts) await act(page)
  }
export const press = (name: Name): Act => click(button(name))
export const choose = (item: Name): Act => click(role('menuitem', item))
export const click =
  (find: Find): Act =>
  (page) =>
    find(page).click()
export const fill =
  (label: Name, value: string): Act =>
  (page) =>
    page.getByLabel(label).and(page.locator('input, textarea')).fill(value)
export const pressKey =
  (key: string): Act =>
  (page) =>
    page.keyboard.press(key)
/** A button of the header of a chat, or the item of its More menu. */
export const inHeader =
  (name: string): Act =>
  (page) =>
    pressInHeader(page, name)

type Url = string | RegExp

export const neverAnswer =
  (url: Url): Act =>
  (page) =>
    page.route(url, () => {})
export const answer =
  (url: Url, json: unknown, status = 200): Act =>
  (page) =>
    page.route(url, (route) => route.fulfill({ status, json }))
export const answerWithError = (url: Url): Act =>
  answer(url, { error: 'Something went wrong. Please try again.', code: 'internal' }, 500)
/** Answers with what the server answers, changed. */
export const answerChanged =
  <T>(url: Url, change: (found: T) => unknown): Act =>
  (page) =>
    page.route(url, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: change(await response.json()) })
    })
