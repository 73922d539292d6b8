import { exampleSeparator } from './examples.ts'
import type { CountTokens } from './input.ts'
import { optionalSections, trimOrder } from './sections.ts'
import { findLongest, trimEnd } from './trim.ts'
import { countPartTokens, lorePartName, type Part } from './write.ts'

/** The maximum share of one section when not all fit, so that a very long one does not displace the others. */
const maxSectionShare = 0.5
/** A section that would be shortened below this size is left out. */
const minSectionTokens = 12
/**
 * Below this multiple of the limit, all tokens are counted again after each cut. Above it, estimates are near enough.
 */
const recountBelow = 1.5
/** Joined sections can have up to this many tokens more than their sum. */
const joinTolerance = 4

export interface FittedParts {
  parts: Part[]
  /** The cost of the messages with these parts, in tokens. */
  tokens: number
  /** The parts that were shortened or left out, in words, in the order of the prompt. */
  dropped: string[]
}

/**
 * Shortens sections until their total cost is at most `limit` tokens. First the optional sections are left out, example
 * dialogue block by block from its end. Then each section is cut to half of the limit. Then sections are cut from their
 * end or left out, in the order of `trimOrder`.
 *
 * @example
 * const examples = { name: 'examples', place: 'fixed', text: 'Ahoy.' }
 * fitParts([examples], 4, (text) => text.length).dropped // ['examples: left out']
 */
export function fitParts(parts: Part[], limit: number, countTokens: CountTokens): FittedParts {
  let kept = parts
  let tokens = countPartTokens(kept, countTokens)
  const trim = (name: string, minTokens: number) => {
    const part = tokens > limit ? kept.find((candidate) => candidate.name === name) : undefined
    const partTokens = part ? countTokens(part.text) : 0
    const target = Math.max(partTokens - (tokens - limit) - joinTolerance, minTokens)
    if (!part || partTokens <= target) return
    const text = target < minSectionTokens ? '' : shorten(part, target, countTokens)
    const shorter = text === '' ? [] : [{ ...part, text }]
    kept = kept.flatMap((other) => (other === part ? shorter : [other]))
    tokens -= partTokens - countTokens(text)
    // The tokens of joined texts are not exactly their sum. Far above the limit, the sum is near enough.
    if (tokens <= limit * recountBelow) tokens = countPartTokens(kept, countTokens)
  }
  const order = [...parts.map(({ name }) => name).filter((name) => name.startsWith(lorePartName)), ...trimOrder]
  for (const name of optionalSections) trim(name, 0)
  for (const name of order) trim(name, Math.floor(limit * maxSectionShare))
  for (const name of order) trim(name, 0)
  if (kept === parts) return { parts, tokens, dropped: [] }
  return { parts: kept, tokens: countPartTokens(kept, countTokens), dropped: describeDropped(parts, kept) }
}

function shorten(part: Part, target: number, countTokens: CountTokens): string {
  if (!isExamples(part)) return trimEnd(part.text, target, countTokens)
  const blocks = part.text.split(exampleSeparator)
  const ofSize = (size: number) => blocks.slice(0, size).join(exampleSeparator)
  return findLongest({ text: part.text, size: blocks.length, ofSize }, target, countTokens)
}

function describeDropped(parts: readonly Part[], kept: readonly Part[]): string[] {
  return parts.flatMap((part) => {
    const left = kept.find(({ name }) => name === part.name)
    if (!left) return [`${part.name}: left out`]
    if (left.text === part.text) return []
    return isExamples(part)
      ? [`${part.name}: ${countBlocks(left)} of ${countBlocks(part)} blocks kept`]
      : [`${part.name}: ${left.text.length} of ${part.text.length} characters kept`]
  })
}

function isExamples({ name }: Part): boolean {
  return name === 'examples'
}

function countBlocks(part: Part): number {
  return part.text.split(exampleSeparator).length
}
