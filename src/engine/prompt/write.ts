import { charName, macroTextsOf } from '../cards/character.ts'
import { expandMacros } from '../macros/expand.ts'
import { MacroBudget, type MacroContext, type MacroTexts } from '../macros/macro.ts'
import { isUnspaced } from '../reply/word-boundary.ts'
import { seededRandom } from '../seeded-random.ts'
import { messageOverhead } from './estimate.ts'
import type { CountTokens, HistoryMessage, PromptInput, PromptKind, PromptMessage } from './input.ts'
import { asDirection, quotedName } from './instructions.ts'
import { hasNewName } from './name-changes.ts'
import { ratingInForce } from './safety.ts'
import { type Place, type Section, type SectionInput, sections } from './sections.ts'

/** A section of a prompt with its text written. */
export interface Part {
  name: string
  place: Place
  text: string
  /** Only for the place `note`: who says it, and how many messages come after it. */
  role?: PromptMessage['role']
  depth?: number
}

/** Parts of lorebooks inside the history are called this, and their depth and role. */
export const lorePartName = 'lore at'

/** What every prompt of a chat has of its lorebooks. */
export interface FixedLore {
  before: string
  after: string
}

/**
 * Writes the sections that have a text, in order, with their macros expanded.
 *
 * Random macros in the stable part use the conversation's seed, so that `{{random}}` in a description does not change
 * the prefix every turn. After the history they use `input.random`. All texts of the author share one budget of macros.
 *
 * @example
 * const input = { character, user: { name: 'Sam' }, kind: 'reply', history: [], filter: true, seed: 's', random: () => 0 }
 * writeParts(input, false, { before: '', after: '' })[0].name // 'main'
 */
export function writeParts(input: PromptInput, greetingInHistory: boolean, fixedLore: FixedLore): Part[] {
  const { character, user, kind, filter, history } = input
  const names = {
    char: charName(character),
    user: userName(user),
    seed: input.seed,
    now: input.now,
    texts: textsOf(input),
    variables: new Map<string, string>(),
  }
  const sectionInput: SectionInput = {
    ...input,
    persona: user.persona ?? '',
    story: input.memory?.summary?.text ?? '',
    loreBefore: fixedLore.before,
    loreAfter: fixedLore.after,
    scene: input.scene ?? '',
    note: input.note?.text ?? '',
    hasNewName: hasNewName(history, names.user),
    others: describeOthers(input),
    hint: input.hint?.trim() ?? '',
    isAnswer: history.at(-2)?.role === 'user',
    isAtRest: isAtRest(history, kind),
    rating: ratingInForce(character, filter),
    greetingInHistory,
  }
  const budget = new MacroBudget()
  const parts: Part[] = []
  for (const section of sections) {
    const random = isBeforeHistory(section) ? seededRandom(`${input.seed}\n${section.name}`) : input.random
    const text = writeSection(section, sectionInput, { ...names, random }, budget)
    if (text === '') continue
    const { role, depth } = (section.place === 'note' && input.note) || {}
    parts.push({ name: section.name, place: section.place, text, role, depth })
  }
  return parts
}

function textsOf({ character, user, history, others = [] }: PromptInput): MacroTexts {
  const newest = (role?: HistoryMessage['role']) =>
    history.findLast((message) => role === undefined || message.role === role)?.content ?? ''
  return {
    ...macroTextsOf(character, user.persona),
    group: [charName(character), ...others.map(({ name }) => name)].join(', '),
    lastMessage: newest(),
    lastUserMessage: newest('user'),
    lastCharMessage: newest('character'),
  }
}

/**
 * The other characters, a line each. In a description `{{char}}` is the one that it describes. Their authors share a budget,
 * which is not that of the speaker's author.
 */
function describeOthers({ others, user, seed }: PromptInput): string | null {
  if (!others) return null
  const budget = new MacroBudget()
  const lines = others.map(({ name, description }) => {
    const context = { char: name, user: userName(user), seed, random: seededRandom(`${seed}\n${name}`), budget }
    const text = expandMacros(description, context).replaceAll(/\s+/g, ' ').trim()
    return `- ${quotedName(name)}${text === '' ? '' : `: ${text}`}`
  })
  return lines.join('\n')
}

/**
 * True for what comes before the history. It must not change while the anchor stays.
 *
 * @example
 * isBeforeHistory({ place: 'fixed' }) // true
 */
export function isBeforeHistory({ place }: { place: Place }): boolean {
  return place === 'fixed' || place === 'story'
}

/**
 * The value of `{{user}}`.
 *
 * @example
 * userName({ name: ' ' }) // 'You'
 */
export function userName(user: PromptInput['user']): string {
  return user.name.trim() || 'You'
}

/** `budget`: of the author's texts. The product's own have one each, so that an author cannot use it up. */
function writeSection(section: Section, input: SectionInput, context: MacroContext, budget: MacroBudget): string {
  const original = section.original === undefined ? undefined : expandMacros(section.original, context)
  const textContext: MacroContext = {
    ...context,
    original,
    ...(section.isBuiltIn ? { user: quotedName(context.user) } : { budget }),
  }
  const written = section.text(input)
  const text = (section.isVerbatim ? written : expandMacros(written, textContext)).trim() || (original ?? '')
  if (text === '' || section.label === undefined) return text
  return `${expandMacros(section.label, context)}:${text.includes('\n') ? '\n' : ' '}${text}`
}

/**
 * The messages with the parts of one place; none if there are none. Each part inside the history is a message.
 *
 * @example
 * joinParts([{ name: 'main', place: 'fixed', text: 'Write.' }], 'fixed') // [{ role: 'system', content: 'Write.' }]
 */
export function joinParts(parts: readonly Part[], place: Place): PromptMessage[] {
  const placed = parts.filter((part) => part.place === place)
  if (place === 'note') {
    return placed.map(({ role = 'system', text }) => ({ role, content: role === 'system' ? asDirection(text) : text }))
  }
  const text = placed.map((part) => part.text).join('\n\n')
  if (text === '') return []
  const role = place === 'nudge' || place === 'resume' ? 'user' : 'system'
  // A system message after other messages becomes a part of the player's turn where a service takes only one.
  return [{ role, content: isBeforeHistory({ place }) ? text : asDirection(text) }]
}

const places: readonly Place[] = ['fixed', 'story', 'note', 'end', 'nudge', 'resume']

/**
 * The cost of the messages with these parts, in tokens.
 *
 * @example
 * countPartTokens([{ name: 'main', place: 'fixed', text: 'Write.' }], (text) => text.length) // 10
 */
export function countPartTokens(parts: readonly Part[], countTokens: CountTokens): number {
  let tokens = 0
  for (const place of places) {
    for (const { content } of joinParts(parts, place)) tokens += countTokens(content) + messageOverhead
  }
  return tokens
}

/** A message of more words or characters gives the character something to react to. */
const maxWords = 5
const maxActionWords = 2
const maxCharacters = 40
const maxUnspacedCharacters = 12

/**
 * True if the scene is at rest: the player says nothing, or little and no question. Then the plot needs a push.
 *
 * @example
 * isAtRest([{ id: 'm1', role: 'user', content: 'Okay.' }], 'reply') // true
 * isAtRest([{ id: 'm1', role: 'user', content: 'Okay. Which way is the harbour?' }], 'reply') // false
 * isAtRest([{ id: 'm1', role: 'user', content: '*I open the door.*' }], 'reply') // false
 */
export function isAtRest(history: readonly HistoryMessage[], kind: PromptKind): boolean {
  if (kind === 'greeting' || kind === 'impersonate') return false
  const last = kind === 'resume' ? history.at(-2) : history.at(-1)
  if (kind === 'continue' || last?.role !== 'user') return kind !== 'reply'
  const text = last.content.trim()
  if (text.length > maxCharacters || /[?？؟;՞]/.test(text) || text.startsWith('((')) return false
  if ([...text].some(isUnspaced)) return text.length <= maxUnspacedCharacters
  const words = text.split(/\s+/).filter((word) => /\p{Letter}/u.test(word))
  return words.length <= (/[*_]/.test(text) ? maxActionWords : maxWords)
}
