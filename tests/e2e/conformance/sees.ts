import { test } from '../fixture.ts'
import sentences from './sentences.json' with { type: 'json' }

/** The check of one sentence among others on the same page; it is reported by its own name. */
export function sees(id: keyof typeof sentences, body: () => Promise<void>): Promise<void> {
  return test.step(`${id} ${sentences[id]}`, body)
}
