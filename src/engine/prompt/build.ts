import { estimateTokens } from './estimate.ts'
import { type Fitted, fitParts } from './fit.ts'
import { lineCost, sayHistory } from './history.ts'
import type { CountTokens, Prompt, PromptInput } from './input.ts'
import { temperatureOf } from './instructions.ts'
import { isOpening } from './opening.ts'
import { chooseWindow, type Window } from './plan.ts'
import { messageOf, type Part, playerName, replyOverhead, writeParts } from './write.ts'

/** The share of the prompt that may go to what stands before the history. It knows nothing of the turn, so that what is
 * cut away there is the same every turn. */
const fixedShare = 0.65
/** The share that may go to everything but the history. */
const sectionShare = 0.77
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
 *   history: [{ id: 'm1', role: 'character', content: 'Ahoy.' }, { id: 'm2', role: 'user', content: 'Hello!' }],
 *   budget: { contextTokens: 8192, maxReplyTokens: 600 },
 * })
 * prompt.anchor // 'm1'
 * prompt.messages[2] // { role: 'user', content: 'Hello!' }
 */
export function buildPrompt(input: PromptInput): Prompt {
  const countTokens = input.countTokens ?? estimateTokens
  const { before, after, window, room } = settle(input, countTokens)
  const lines = input.history.slice(window.start)
  const history = sayHistory(lines, window.tokens, room, countTokens)
  return {
    messages: [
      ...messageOf(before.parts, 'fixed'),
      ...messageOf(before.parts, 'story'),
      ...history.messages,
      ...messageOf(after.parts, 'end'),
      ...messageOf(after.parts, 'nudge'),
    ],
    temperature: temperatureOf[input.character.creativity],
    stop: [`\n${playerName(input.user)}:`],
    tokens: before.tokens + history.tokens + after.tokens + replyOverhead,
    anchor: lines[0]?.id ?? null,
    sections: [
      ...before.parts.map(receipt),
      ...(history.messages.length > 0 ? [{ name: 'history', tokens: history.tokens }] : []),
      ...after.parts.map(receipt),
    ],
    dropped: [...before.dropped, ...after.dropped, ...history.dropped],
  }
}

interface Plan {
  before: Fitted
  after: Fitted
  window: Window
  /** Tokens there are for the history. */
  room: number
}

/**
 * Sections and window together. The greeting is said once: by the history while that begins with it, by a section of
 * its own from the turn in which the anchor moves past it, when the prefix changes anyway.
 */
function settle(input: PromptInput, countTokens: CountTokens): Plan {
  const { history, anchor, character, user, seed } = input
  const first = history[0]
  const opened = first?.role === 'character' && isOpening(first.content, character, playerName(user), seed)
  const guess = opened && (anchor === null || anchor === first.id)
  const plan = planWith(input, countTokens, guess)
  const right = guess === (opened && plan.window.start === 0)
  return right ? plan : planWith(input, countTokens, !guess)
}

function planWith(input: PromptInput, countTokens: CountTokens, greetingInHistory: boolean): Plan {
  const limit = Math.max(smallestPrompt, input.budget.contextTokens - input.budget.maxReplyTokens) - replyOverhead
  const parts = writeParts(input, countTokens, greetingInHistory)
  const isBefore = (part: Part) => part.place === 'fixed' || part.place === 'story'
  const before = fitParts(parts.filter(isBefore), Math.floor(limit * fixedShare), countTokens)
  const left = Math.floor(limit * sectionShare) - before.tokens
  const after = fitParts(
    parts.filter((part) => !isBefore(part)),
    left,
    countTokens,
  )
  const room = limit - before.tokens - after.tokens
  const window = chooseWindow(input.history, input.anchor, room, (line) => lineCost(line, countTokens))
  return { before, after, window, room }
}

function receipt({ name, tokens }: Part): { name: string; tokens: number } {
  return { name, tokens }
}
