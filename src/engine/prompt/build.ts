import { charName } from '../cards/character.ts'
import { isBlank } from '../is-blank.ts'
import { speakerNames } from '../reply/speaker-label.ts'
import { estimateTokens, messageOverhead, replyOverhead } from './estimate.ts'
import { type FittedParts, fitParts } from './fit.ts'
import { findGreeting, withGreeting } from './greeting.ts'
import { messageCost, writeHistory } from './history.ts'
import type {
  CountTokens,
  HistoryMessage,
  Prompt,
  PromptInput,
  PromptInsert,
  PromptMessage,
  StorySummary,
} from './input.ts'
import { temperatures } from './instructions.ts'
import { type PromptLoreTexts, withoutOutdated, writeLore } from './lore.ts'
import { chooseInserts, chooseLore, chooseSummary, costOfInserts, memoryBudget, writeInserts } from './memory.ts'
import { costOfChanges, findNameChanges } from './name-changes.ts'
import { chooseWindow, highWaterShare, type Window } from './plan.ts'
import { isBeforeHistory, joinParts, type Part, userName, writeParts } from './write.ts'

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
  const prepared = request.kind === 'resume' ? prepareResume(request) : request
  const { countTokens = estimateTokens } = request
  const input = { ...withGreeting({ ...prepared, history: withoutOutdated(prepared) }), countTokens }
  const lore = writeLore(input, limitOf(input), countTokens)
  const { before, after, window, historyTokens, summary, history: planned, added } = planPrompt(input, lore)
  const windowMessages = planned.slice(window.start)
  const loreTokens = costOfInserts(added, countTokens)
  const freeTokens = historyTokens - loreTokens
  const changes = findNameChanges(windowMessages, userName(input.user))
  const changeCost = costOfChanges(changes, countTokens)
  const windowTokens = [...changes.keys()].reduce((sum, message) => sum + changeCost(message), window.tokens)
  const history = writeHistory(windowMessages, windowTokens, freeTokens, countTokens, changes)
  const memoryTokens = Math.min(memoryBudget(input.memory, historyTokens), freeTokens - history.tokens)
  const inserts = [...addMemory(input, memoryTokens, windowMessages), ...added]
  const newest = input.kind === 'resume' ? (history.messages.pop() ?? []) : []
  const cutReply = newest.slice(-1)
  const last = [...newest.slice(0, -1), ...writeInserts(inserts, history.messages)]
  const insertTokens = costOfInserts(inserts, countTokens)
  return {
    messages: [
      ...joinParts(before.parts, 'fixed'),
      ...joinParts(before.parts, 'story'),
      ...insertNotes(history.messages, after.parts, last),
      ...joinParts(after.parts, 'end'),
      ...joinParts(after.parts, 'nudge'),
      ...cutReply,
      ...joinParts(after.parts, 'resume'),
    ],
    temperature: temperatures[input.character.creativity],
    stop: stopTexts(input),
    tokens: before.tokens + history.tokens + insertTokens + after.tokens + replyOverhead,
    anchor: windowMessages[0]?.id ?? null,
    get next() {
      return planNext(input, { window, historyTokens, insertTokens })
    },
    summary,
    inserts,
    history: { tokens: history.tokens, budget: historyTokens },
    lore: lore.outcomes,
    // Counted when it is read: a reply needs the sizes of whole messages only.
    get sections() {
      const toSize = ({ name, text }: Part) => ({ name, tokens: countTokens(text) })
      const sizes = { history: history.tokens, memory: insertTokens - loreTokens, lore: loreTokens }
      const chat = Object.entries(sizes).flatMap(([name, tokens]) => (tokens > 0 ? [{ name, tokens }] : []))
      return [...before.parts.map(toSize), ...chat, ...after.parts.map(toSize)]
    },
    dropped: [...before.dropped, ...after.dropped, ...history.dropped],
  }
}

/**
 * Puts the author's note and entries of lorebooks before the newest `depth` messages; before all if there are fewer. What this
 * prompt adds comes after the messages.
 */
function insertNotes(
  history: PromptMessage[][],
  parts: readonly Part[],
  added: readonly PromptMessage[],
): PromptMessage[] {
  const notes = joinParts(parts, 'note')
  const depths = parts.flatMap(({ place, depth = 0 }) => (place === 'note' ? [depth] : []))
  const before = history.map((messages, at) => {
    const depth = history.length - at
    return [
      ...notes.filter((_, index) => depths[index] === depth || (at === 0 && (depths[index] ?? 0) > depth)),
      ...messages,
    ]
  })
  const least = history.length === 0 ? Infinity : 0
  return [...before.flat(), ...added, ...notes.filter((_, index) => (depths[index] ?? 0) <= least)]
}

/**
 * The labels with which models most often begin a line of the other speaker. Only these, because each stop text costs
 * time for each piece of a reply; `ReplyShaper` finds all. None if the speaker's own lines may have the label.
 */
function stopTexts({ character, user, kind, ...input }: PromptInput): string[] {
  const others = (input.others ?? []).map(({ name }) => name)
  const isDraft = kind === 'impersonate'
  const { player: known } = speakerNames(character, userName(user), others)
  const isKnown = (name: string) => known.includes(name.replaceAll(/\s+/g, ' '))
  const [first = '', ...rest] = isDraft ? [charName(character), ...others] : [userName(user), ...others]
  const firstLabels = isDraft || isKnown(first) ? [`\n${first}:`, `\n**${first}:`] : []
  return [...firstLabels, ...rest.filter(isKnown).map((name) => `\n${name}:`)]
}

/** Removes white space from the end of the cut reply: some services reject a prefill that ends with it. */
function prepareResume(input: PromptInput): PromptInput {
  const cutReply = input.history.at(-1)
  if (cutReply?.role !== 'character' || isBlank(cutReply.content)) return { ...input, kind: 'reply' }
  const content = cutReply.content.trimEnd()
  if (content === cutReply.content) return input
  return { ...input, history: [...input.history.slice(0, -1), { ...cutReply, content }] }
}

type CountedInput = PromptInput & { countTokens: CountTokens }

interface Plan {
  /** The sections before the history. */
  before: FittedParts
  /** The sections after the history. */
  after: FittedParts
  window: Window
  /** The budget of the history, in tokens. */
  historyTokens: number
  summary: StorySummary | null
  /** The lore that this prompt adds to its history. */
  added: PromptInsert[]
}

/**
 * Plans a prompt. When its anchor moves, it plans again without what was inserted before, which is chosen anew, and with
 * the newest summary that is ready.
 */
function planPrompt(request: CountedInput, lore: PromptLoreTexts): Plan & { history: readonly HistoryMessage[] } {
  const first = planWindow(request, lore)
  const anchor = request.history[first.window.start]?.id ?? null
  const isMoved = first.window.start > 0 && anchor !== request.anchor
  if (!isMoved) return { ...first, history: request.history }
  const history = request.history.map((message) => (message.inserts ? { ...message, inserts: undefined } : message))
  const input = { ...request, history }
  const plan = planWindow({ ...input, anchor }, lore)
  const next = chooseSummary(input, plan.window, plan.historyTokens, costIn(input))
  if (!next || !input.memory) return { ...plan, history }
  const memory = { ...input.memory, summary: next.summary }
  const start = history[next.start]?.id ?? null
  return { ...planWindow({ ...input, memory, anchor: start }, lore), history }
}

/** The facts and passages that this prompt adds. A cut reply that goes on has those that it began with. */
function addMemory(
  { memory, kind, character, user, countTokens }: CountedInput,
  budget: number,
  windowMessages: readonly HistoryMessage[],
): PromptInsert[] {
  const isKnown = kind === 'resume' && windowMessages.at(-1)?.inserts !== undefined
  if (!memory || isKnown) return []
  const names = { user: userName(user), char: charName(character) }
  return chooseInserts(memory, windowMessages, names, { budget, countTokens })
}

/**
 * Plans the sections and the window of the history. The greeting must be in the prompt once: as the first message of
 * the window, or as a section once the anchor has moved past it. The window depends on the sections and the section on
 * the window, so this plans with a guess and again if the guess was wrong.
 */
function planWindow(input: CountedInput, lore: PromptLoreTexts): Plan {
  const { history, anchor } = input
  const first = history[0]
  const startsWithGreeting = first?.role === 'character' && findGreeting(input, first.content) !== -1
  const guess = startsWithGreeting && (anchor === null || anchor === first.id)
  const plan = planWith(input, lore, guess)
  const isRight = guess === (startsWithGreeting && plan.window.start === 0)
  return isRight ? plan : planWith(input, lore, !guess)
}

const costIn =
  ({ countTokens }: CountedInput) =>
  (message: HistoryMessage) =>
    messageCost(message, countTokens)

/** The budget of a prompt, in tokens. */
const limitOf = ({ budget }: PromptInput): number =>
  Math.max(minPromptTokens, budget.contextTokens - budget.maxReplyTokens) - replyOverhead

function planWith(input: CountedInput, lore: PromptLoreTexts, greetingInHistory: boolean): Plan {
  const { countTokens } = input
  const limit = limitOf(input)
  const parts = [...lore.inserted, ...writeParts(input, greetingInHistory, lore)]
  const before = fitParts(parts.filter(isBeforeHistory), Math.floor(limit * maxPrefixShare), countTokens)
  const remaining = Math.floor(limit * maxSectionsShare) - before.tokens
  const others = parts.filter((part) => !isBeforeHistory(part))
  const after = fitParts(others, remaining, countTokens)
  const historyTokens = limit - before.tokens - after.tokens
  const added = chooseLore(lore.recent, input.history, remaining - after.tokens, countTokens)
  const free = historyTokens - memoryBudget(input.memory, historyTokens) - costOfInserts(added, countTokens)
  const window = planHistory(input, Math.min(historyTokens, free / highWaterShare))
  const summary = input.memory?.summary ?? null
  return { before, after, window, historyTokens, summary, added }
}

/** Where the window of the next prompt begins when its anchor moves, and how many tokens fit until then. */
function planNext(
  input: CountedInput,
  { window, historyTokens, insertTokens }: { window: Window; historyTokens: number; insertTokens: number },
): Prompt['next'] {
  const {
    history,
    memory,
    budget: { maxReplyTokens },
  } = input
  const budget = Math.min(historyTokens, (historyTokens - memoryBudget(memory, historyTokens)) / highWaterShare)
  const left = Math.floor(budget * highWaterShare) - window.tokens
  const costOf = costIn(input)
  const anchor = history[window.start]?.id ?? null
  // More than is left, and at least as much as a usual reply.
  const next = chooseWindow(history, anchor, budget, costOf, Math.max(left + 1, maxReplyTokens / 2))
  const start = chooseSummary({ history, anchor, memory }, next, historyTokens, costOf)?.start ?? next.start
  return { anchor: history[start]?.id ?? null, room: left - insertTokens - 2 * messageOverhead }
}

/** Reserves tokens for the directions in the window, and for one before its first message. Their cost is not in its tokens. */
function planHistory(input: CountedInput, budget: number): Window {
  const { history, anchor, countTokens } = input
  const costOf = costIn(input)
  const changes = findNameChanges(history, userName(input.user))
  if (changes.size === 0) return chooseWindow(history, anchor, budget, costOf)
  const changeCost = costOfChanges(changes, countTokens)
  const reserve = Math.max(...[...changes.keys()].map(changeCost))
  const window = chooseWindow(history, anchor, budget - reserve, (message) => costOf(message) + changeCost(message))
  const inWindow = history.slice(window.start).reduce((sum, message) => sum + changeCost(message), 0)
  return { start: window.start, tokens: window.tokens - inWindow }
}
