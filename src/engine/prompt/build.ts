import { estimateTokens } from './estimate.ts'
import { type Fitted, fitParts } from './fit.ts'
import { lineCost, sayHistory } from './history.ts'
import type { CountTokens, Prompt, PromptInput } from './input.ts'
import { temperatureOf } from './instructions.ts'
import { openingText } from './opening.ts'
import { chooseWindow, type Window } from './plan.ts'
import { messageOf, type Part, playerName, writeParts } from './write.ts'

/** The share of the prompt that sections may take: the rest belongs to the conversation. */
const sectionShare = 0.75
/** A window too small to play in is planned as this many tokens. */
export const smallestPrompt = 64

/**
 * Builds the prompt of one turn: the one call of this folder.
 *
 * The prompt costs at most `contextTokens - maxReplyTokens`, whatever the card and the history hold; what had to give
 * way is named in `dropped`. Between two moves of the anchor each prompt begins with the very characters of the one
 * before, up to its newest lines. Never throws. Pure: the same input gives the same prompt.
 *
 * @example
 * const prompt = buildPrompt({
 *   character, user: { name: 'Sam' }, kind: 'reply', filter: true, anchor: null, seed: 'c1', random: () => 0.5,
 *   history: [{ id: 'm1', author: 'character', content: 'Ahoy.' }, { id: 'm2', author: 'user', content: 'Hello!' }],
 *   budget: { contextTokens: 8192, maxReplyTokens: 600 },
 * })
 * prompt.anchor // 'm1'
 * prompt.messages.at(-1) // { role: 'user', content: 'Hello!' }
 */
export function buildPrompt(input: PromptInput): Prompt {
  const countTokens = input.countTokens ?? estimateTokens
  const limit = Math.max(smallestPrompt, input.budget.contextTokens - input.budget.maxReplyTokens)
  const { fitted, window } = settle(input, limit, countTokens)
  const lines = input.history.slice(window.start)
  const history = sayHistory(lines, window.tokens, limit - fitted.tokens, countTokens)
  const { parts } = fitted
  return {
    messages: [
      ...messageOf(parts, 'fixed'),
      ...messageOf(parts, 'story'),
      ...history.messages,
      ...messageOf(parts, 'end'),
      ...messageOf(parts, 'nudge'),
    ],
    temperature: temperatureOf[input.character.creativity],
    stop: [`\n${playerName(input.user)}:`],
    tokens: fitted.tokens + history.tokens,
    anchor: lines[0]?.id ?? null,
    sections: [
      ...parts.filter(isBeforeHistory).map(receipt),
      ...(history.messages.length > 0 ? [{ name: 'history', tokens: history.tokens }] : []),
      ...parts.filter((part) => !isBeforeHistory(part)).map(receipt),
    ],
    dropped: [...fitted.dropped, ...history.dropped],
  }
}

/**
 * Sections and window together. The greeting is said once: by the history while that begins with it, by a section of
 * its own from the turn in which the anchor moves past it, when the prefix changes anyway.
 */
function settle(input: PromptInput, limit: number, countTokens: CountTokens): { fitted: Fitted; window: Window } {
  const { history, anchor, character, user, seed } = input
  const first = history[0]
  const opensWithGreeting =
    first?.author === 'character' && first.content.trim() === openingText(character, playerName(user), seed)
  const attempt = (greetingInHistory: boolean) => {
    const parts = writeParts(input, countTokens, greetingInHistory)
    const fitted = fitParts(parts, Math.floor(limit * sectionShare), countTokens)
    const window = chooseWindow(history, anchor, limit - fitted.tokens, (line) => lineCost(line, countTokens))
    return { fitted, window, holds: greetingInHistory === (opensWithGreeting && window.start === 0) }
  }
  const guess = opensWithGreeting && (anchor === null || anchor === first.id)
  const plan = attempt(guess)
  return plan.holds ? plan : attempt(!guess)
}

function isBeforeHistory(part: Part): boolean {
  return part.place === 'fixed' || part.place === 'story'
}

function receipt({ name, tokens }: Part): { name: string; tokens: number } {
  return { name, tokens }
}
