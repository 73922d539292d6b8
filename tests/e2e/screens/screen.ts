import type { Locator, Page } from '@playwright/test'

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

/** One state of a page, for `npm run screenshots` and for accessibility.test.ts. */
export interface Screen {
  name: string
  /** Left out: the active user. */
  user?: ScreenUser
  /** `{conversation}`, `{own}`, `{long}`, `{public}` and the like are replaced by ids of what `prepareScreens` creates. */
  path: string
  /** Visible once the screen is ready. */
  waitFor: (page: Page) => Locator
  /** Runs before the page is opened, for example to break a request. */
  setUp?: (page: Page) => Promise<unknown>
  /** Runs once the page is open. */
  act?: (page: Page) => Promise<unknown>
  /** The screenshot shows the whole page, not only the window. */
  isFullPage?: boolean
  isOffline?: boolean
  /** The network never becomes idle, or the screen is gone by then. */
  isTransient?: boolean
  /** Changes more than one visit of its page, which therefore shows no other screen. */
  isAlone?: boolean
  only?: 'phone' | 'desktop'
}

export const heading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { name }).first()
export const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name })
export const text = (content: string | RegExp) => (page: Page) => page.getByText(content).first()
export const status = (name: string) => (page: Page) => page.getByRole('status', { name })
export const main = (page: Page) => page.getByRole('main')
export const transcript = (page: Page) => page.getByRole('log')
export const dialog = (page: Page) => page.getByRole('dialog').first()
export const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()

export const neverAnswer = (url: string | RegExp) => (page: Page) => page.route(url, () => {})
export const answerWithError = (url: string | RegExp) => (page: Page) =>
  page.route(url, (route) =>
    route.fulfill({ status: 500, json: { error: 'Something went wrong. Please try again.', code: 'internal' } }),
  )
