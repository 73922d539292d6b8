import type { CountTokens } from './input.ts'
import { blockBreak, expendable, firstToGo } from './sections.ts'
import { trimEnd } from './trim.ts'
import { type Part, weigh } from './write.ts'

/** What one section may keep of the limit when not all fits, so that an endless one does not push out all others. */
const largestShare = 0.5
/** Below this a shortened section says nothing worth its place. */
const leastWorthKeeping = 12
/** Tokens that joining sections may add beyond their sum. */
const jointSlack = 4

export interface Fitted {
  parts: Part[]
  /** What the messages of these parts cost, in tokens. */
  tokens: number
  /** What was shortened or left out, in words, in the order of the prompt. */
  dropped: string[]
}

/**
 * Shortens sections until they cost at most `limit` tokens together. What is expendable goes first, example dialogue
 * block by block from its end; then sections that take more than half of the limit are cut to that; then the rest
 * gives way, the least important first (`firstToGo`), each losing its end.
 */
export function fitParts(parts: Part[], limit: number, countTokens: CountTokens): Fitted {
  let kept = parts
  let tokens = weigh(kept, countTokens)
  const giveWay = (name: string, least: number) => {
    const part = tokens > limit ? kept.find((candidate) => candidate.name === name) : undefined
    const target = part ? Math.max(part.tokens - (tokens - limit) - jointSlack, least) : 0
    if (!part || part.tokens <= target) return
    const text = target < leastWorthKeeping ? '' : shorten(part, target, countTokens)
    const shorter = text === '' ? [] : [{ ...part, text, tokens: countTokens(text) }]
    kept = kept.flatMap((other) => (other === part ? shorter : [other]))
    tokens = weigh(kept, countTokens)
  }
  for (const name of expendable) giveWay(name, 0)
  for (const name of firstToGo) giveWay(name, Math.floor(limit * largestShare))
  for (const name of firstToGo) giveWay(name, 0)
  return { parts: kept, tokens, dropped: kept === parts ? [] : whatWasDropped(parts, kept) }
}

function shorten(part: Part, target: number, countTokens: CountTokens): string {
  if (part.name !== 'examples') return trimEnd(part.text, target, countTokens)
  const blocks = part.text.split(blockBreak)
  let tokens = part.tokens
  while (tokens > target && blocks.length > 1) tokens -= countTokens(`${blockBreak}${blocks.pop() ?? ''}`)
  while (blocks.length > 0 && countTokens(blocks.join(blockBreak)) > target) blocks.pop()
  return blocks.join(blockBreak)
}

function whatWasDropped(parts: readonly Part[], kept: readonly Part[]): string[] {
  return parts.flatMap((part) => {
    const left = kept.find(({ name }) => name === part.name)
    if (!left) return [`${part.name}: left out`]
    if (left.text === part.text) return []
    return part.name === 'examples'
      ? [`examples: ${blocksIn(left)} of ${blocksIn(part)} blocks kept`]
      : [`${part.name}: ${left.text.length} of ${part.text.length} characters kept`]
  })
}

function blocksIn(part: Part): number {
  return part.text.split(blockBreak).length
}
