import { test as base } from '../fixture.ts'
import { type SentenceId, sentences } from './sentences.ts'
import { House, type Viewer } from './server.ts'

export { expect } from '../fixture.ts'

/** `test.use({ viewer: 'premium' })` says who looks; a player with a free account does unless told otherwise. */
export const test = base.extend<{ viewer: Viewer }, { house: House }>({
  house: [async ({ server }, use) => use(new House(server)), { scope: 'worker' }],
  viewer: ['player', { option: true }],
  storageState: async ({ viewer, house }, use) => use(await house.stateOf(viewer)),
  // Motion is looked at elsewhere; here it would only be waited for.
  contextOptions: { reducedMotion: 'reduce' },
  // Calls are answered by the checks themselves; a worker between them and the page would answer first.
  serviceWorkers: 'block',
})

type Body = Parameters<typeof test>[2]

/** The check of one sentence, with a page of its own. */
export function check(id: SentenceId, body: Body): void {
  test(titleOf(id), body)
}

/** The check of one sentence among others on the same page; it is reported by its own name. */
export function sees(id: SentenceId, body: () => Promise<void>): Promise<void> {
  return test.step(titleOf(id), body)
}

function titleOf(id: SentenceId): string {
  return `${id} ${sentences[id].says}`
}
