import { z } from 'zod'
import { lazyContent } from '#server/content/read-content.ts'

/** The tones that the demo model has templates for. */
export const tones = ['warm', 'wry', 'hushed', 'lively', 'learned'] as const
export type Tone = (typeof tones)[number]

/** Words in a character's description that suggest the tone, as alternatives of a regular expression. */
const Pattern = z.string().transform((words) => new RegExp(`\\b(?:${words})\\b`, 'gi'))
const readPatterns = lazyContent('demo-model/tone-words.json', z.record(z.enum(tones), Pattern))

/** The two tones with the most matching words in the description, the better one first. */
export function findTones(description: string): Tone[] {
  const patterns = readPatterns()
  const scored = tones.map((tone) => ({ tone, score: description.match(patterns[tone])?.length ?? 0 }))
  return scored
    .sort((a, b) => b.score - a.score)
    .slice(0, 2)
    .map(({ tone }) => tone)
}
