import type { CountTokens } from './input.ts'
import { blockBreak, firstToGo } from './sections.ts'
import { trimEnd } from './trim.ts'
import { type Part, weigh } from './write.ts'

/** Below this a shortened section says nothing worth its place. */
const leastWorthKeeping = 12
/** Tokens that joining sections may add beyond their sum. */
const jointSlack = 4

export interface Fitted {
  parts: Part[]
  /** What the messages of these parts cost, in tokens. */
  tokens: number
  dropped: string[]
}

/**
 * Shortens sections until they cost at most `limit` tokens together, the least important first (`firstToGo`): example
 * dialogue goes block by block from its end, other sections lose their end, and what would be too short is left out.
 */
export function fitParts(parts: Part[], limit: number, countTokens: CountTokens): Fitted {
  let kept = parts
  let tokens = weigh(kept, countTokens)
  const dropped: string[] = []
  for (const name of firstToGo) {
    if (tokens <= limit) break
    const part = kept.find((candidate) => candidate.name === name)
    if (!part) continue
    const target = part.tokens - (tokens - limit) - jointSlack
    const text = target < leastWorthKeeping ? '' : shorten(part, target, countTokens)
    dropped.push(`${name}: ${whatIsKept(part, text)}`)
    kept = kept.flatMap((other) => {
      if (other !== part) return [other]
      return text === '' ? [] : [{ ...part, text, tokens: countTokens(text) }]
    })
    tokens = weigh(kept, countTokens)
  }
  return { parts: kept, tokens, dropped }
}

function shorten(part: Part, target: number, countTokens: CountTokens): string {
  if (part.name !== 'examples') return trimEnd(part.text, target, countTokens)
  const blocks = part.text.split(blockBreak)
  let tokens = part.tokens
  while (tokens > target && blocks.length > 1) tokens -= countTokens(`${blockBreak}${blocks.pop() ?? ''}`)
  while (blocks.length > 0 && countTokens(blocks.join(blockBreak)) > target) blocks.pop()
  return blocks.join(blockBreak)
}

function whatIsKept({ name, text }: Part, kept: string): string {
  if (kept === '') return 'left out'
  const blocks = (examples: string) => examples.split(blockBreak).length
  return name === 'examples'
    ? `${blocks(kept)} of ${blocks(text)} blocks kept`
    : `${kept.length} of ${text.length} characters kept`
}
