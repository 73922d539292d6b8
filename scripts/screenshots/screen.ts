import type { Page } from '@playwright/test'

/**
 * Who looks at a screen: a visitor, someone who just joined, someone with characters and conversations, someone with
 * Premium, someone whose account is about to be deleted, and whoever runs the house.
 */
export type Guest = 'visitor' | 'newcomer' | 'regular' | 'premium' | 'leaver' | 'admin'

export interface Screen {
  name: string
  guest: Guest
  /** `{conversation}`, `{own}` and `{long}` stand for the regular's conversation, character and one with a long name. */
  at: string
  /** What must be there before the picture is taken. */
  shows: (page: Page) => ReturnType<Page['getByText']>
  /** What the network does that it should not. */
  before?: (page: Page) => Promise<unknown>
  /** What is done first. */
  after?: (page: Page) => Promise<unknown>
  /** The whole page and not only what fits in the window. */
  whole?: boolean
  /** Without a network. */
  offline?: boolean
  /** Not waited for until the network is quiet: it never is, or what is shown is gone by then. */
  hasty?: boolean
  /** On phones, or on larger screens alone. */
  only?: 'phone' | 'desk'
}

export const heading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { name }).first()
export const dialog = (page: Page) => page.getByRole('dialog').first()
export const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()

/** Answers that never come. */
export const silent = (address: string) => (page: Page) => page.route(address, () => {})
/** Answers that say that something broke. */
export const broken = (address: string) => (page: Page) =>
  page.route(address, (route) =>
    route.fulfill({ status: 500, json: { error: 'Something went wrong. Please try again.', code: 'internal' } }),
  )
