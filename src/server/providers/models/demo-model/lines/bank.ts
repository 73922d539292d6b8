import type { Tone } from '../tone.ts'

/**
 * Lines for one purpose: some anyone could say, some for a way of speaking. In braces stand the words of the moment
 * (`{name}`, `{topic}`, …); a line is only used when all its words are at hand.
 */
export type Bank = { any: readonly string[] } & Partial<Record<Tone, readonly string[]>>
