import { test as base } from '../fixture.ts'
import { type SentenceId, sentences } from './sentences.ts'
import type { Viewer } from './server.ts'

export { expect } from '../fixture.ts'

/** `test.use({ viewer: 'premium' })` selects the signed-in account; the default is a shared free account. */
export const test = base.extend<{ viewer: Viewer }>({
  viewer: ['free', { option: true }],
  storageState: async ({ viewer, accounts }, use) => use(await accounts.storageStateOf(viewer)),
  // Animations would only slow the checks down; other tests cover them.
  contextOptions: { reducedMotion: 'reduce' },
  // The checks intercept requests, which a service worker would answer first.
  serviceWorkers: 'block',
})

/** The check of one sentence among others on the same page; it is reported by its own name. */
export function sees(id: SentenceId, body: () => Promise<void>): Promise<void> {
  return test.step(`${id} ${sentences[id].says}`, body)
}
