import { charName } from '../cards/character.ts'
import { speakerNames } from '../reply/speaker-label.ts'
import { estimateTokens } from './estimate.ts'
import { type FittedParts, fitParts } from './fit.ts'
import { messageCost, writeHistory } from './history.ts'
import type { CountTokens, Prompt, PromptInput } from './input.ts'
import { temperatures } from './instructions.ts'
import { isOpening } from './opening.ts'
import { chooseWindow, type Window } from './plan.ts'
import { isBeforeHistory, joinParts, type Part, replyOverhead, userName, writeParts } from './write.ts'

/**
 * The maximum share of the sections before the history. It does not depend on the turn, so that the same text is
 * dropped every turn and the prefix stays the same.
 */
const maxPrefixShare = 0.65
/** The maximum share of all sections. The history gets the rest. */
const maxSectionsShare = 0.77
/** The minimum budget of a prompt, in tokens. A smaller window is treated as this size. */
export const minPromptTokens = 64

/**
 * Builds the prompt of one turn.
 *
 * The prompt has at most `contextTokens - maxReplyTokens` tokens, whatever the size of the character and the history;
 * `dropped` lists what was left out. While the anchor stays, each prompt begins with the previous one byte for byte, up
 * to the end of its history, so that a provider's prompt cache can keep the prefix. Never throws, and is pure: the same
 * input gives the same prompt.
 *
 * A `resume` has what the prompt of the cut reply had, in the same order, then the reply itself: the sections after the
 * history come before the reply. So the model reads what it read when it began the reply, a cache keeps all of it, and a
 * model with prefill goes on from the very end.
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
export function buildPrompt(request: PromptInput): Prompt {
  const input = request.kind === 'resume' ? prepareResume(request) : request
  const countTokens = input.countTokens ?? estimateTokens
  const { before, after, window, historyTokens } = planPrompt(input, countTokens)
  const windowMessages = input.history.slice(window.start)
  const history = writeHistory(windowMessages, window.tokens, historyTokens, countTokens)
  const cutReply = input.kind === 'resume' ? history.messages.slice(-1) : []
  return {
    messages: [
      ...joinParts(before.parts, 'fixed'),
      ...joinParts(before.parts, 'examples'),
      ...joinParts(before.parts, 'story'),
      ...history.messages.slice(0, history.messages.length - cutReply.length),
      ...joinParts(after.parts, 'end'),
      ...joinParts(after.parts, 'nudge'),
      ...cutReply,
      ...joinParts(after.parts, 'resume'),
    ],
    temperature: temperatures[input.character.creativity],
    stop: stopTexts(input),
    tokens: before.tokens + history.tokens + after.tokens + replyOverhead,
    anchor: windowMessages[0]?.id ?? null,
    // Counted when it is read: a reply needs the sizes of whole messages only.
    get sections() {
      const toSize = ({ name, text }: Part) => ({ name, tokens: countTokens(text) })
      const historySize = history.messages.length > 0 ? [{ name: 'history', tokens: history.tokens }] : []
      return [...before.parts.map(toSize), ...historySize, ...after.parts.map(toSize)]
    },
    dropped: [...before.dropped, ...after.dropped, ...history.dropped],
  }
}

/**
 * The labels with which a model most often begins to write for the other one. Each costs time for each piece of a reply, and
 * `ReplyShaper` finds all. None if the character's own lines may have the label.
 */
function stopTexts({ character, user, kind }: PromptInput): string[] {
  if (kind === 'impersonate') return [`\n${charName(character)}:`, `\n**${charName(character)}:`]
  const name = userName(user)
  const isPlayer = speakerNames(character, name).player.includes(name.replaceAll(/\s+/g, ' '))
  return isPlayer ? [`\n${name}:`, `\n**${name}:`] : []
}

/** Removes white space from the end of the cut reply: some services reject a prefill that ends with it. */
function prepareResume(input: PromptInput): PromptInput {
  const cutReply = input.history.at(-1)
  const content = cutReply?.content.trimEnd() ?? ''
  if (cutReply?.role !== 'character' || content === '') return { ...input, kind: 'reply' }
  if (content === cutReply.content) return input
  const { id, role } = cutReply
  return { ...input, history: [...input.history.slice(0, -1), { id, role, content }] }
}

interface Plan {
  /** The sections before the history. */
  before: FittedParts
  /** The sections after the history. */
  after: FittedParts
  window: Window
  /** The budget of the history, in tokens. */
  historyTokens: number
}

/**
 * Plans the sections and the window of the history. The greeting must be in the prompt once: as the first message of
 * the window, or as a section once the anchor has moved past it. The window depends on the sections and the section on
 * the window, so this plans with a guess and again if the guess was wrong.
 */
function planPrompt(input: PromptInput, countTokens: CountTokens): Plan {
  const { history, anchor, character, user, seed } = input
  const first = history[0]
  const startsWithGreeting = first?.role === 'character' && isOpening(first.content, character, userName(user), seed)
  const guess = startsWithGreeting && (anchor === null || anchor === first.id)
  const plan = planWith(input, countTokens, guess)
  const isRight = guess === (startsWithGreeting && plan.window.start === 0)
  return isRight ? plan : planWith(input, countTokens, !guess)
}

function planWith(input: PromptInput, countTokens: CountTokens, greetingInHistory: boolean): Plan {
  const limit = Math.max(minPromptTokens, input.budget.contextTokens - input.budget.maxReplyTokens) - replyOverhead
  const parts = writeParts(input, greetingInHistory)
  const before = fitParts(parts.filter(isBeforeHistory), Math.floor(limit * maxPrefixShare), countTokens)
  const remaining = Math.floor(limit * maxSectionsShare) - before.tokens
  const after = fitParts(
    parts.filter((part) => !isBeforeHistory(part)),
    remaining,
    countTokens,
  )
  const historyTokens = limit - before.tokens - after.tokens
  const window = chooseWindow(input.history, input.anchor, historyTokens, (message) =>
    messageCost(message, countTokens),
  )
  return { before, after, window, historyTokens }
}
