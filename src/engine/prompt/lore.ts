import { charName } from '../cards/character.ts'
import { readDecorators } from '../lore/decorators.ts'
import type { LoreOutcome } from '../lore/lore-input.ts'
import { type LoreInsert, planLore } from '../lore/plan-lore.ts'
import { expandMacros } from '../macros/expand.ts'
import { MacroBudget } from '../macros/macro.ts'
import { seededRandom } from '../seeded-random.ts'
import type { GreetedInput } from './greeting.ts'
import type { CountTokens, HistoryMessage, PromptInput, PromptInsert } from './input.ts'
import { lorePartName, type Part, userName } from './write.ts'

/** The share of the prompt's budget that entries of lorebooks can use, and the most tokens of it. */
const loreShare = 0.15
const maxLoreTokens = 4_000

/** The entries of lorebooks that a prompt has. */
export interface PromptLoreTexts {
  /** What every prompt of the chat has, before and after the definition of the character. */
  before: string
  after: string
  /** What comes at the end of the history and stays there, unless it is there already. */
  recent: PromptInsert[]
  /** What is inside the history of this prompt alone. */
  inserted: Part[]
  outcomes: LoreOutcome[]
}

export const noLore: PromptLoreTexts = { before: '', after: '', recent: [], inserted: [], outcomes: [] }

/**
 * Plans and writes the entries of a prompt.
 *
 * @param limit the budget of the prompt, in tokens
 * @example
 * const book = { entries: [{ ...blankEntry, keys: ['reef'], content: 'It is sharp.' }], extensions: {} }
 * const input = { character, user: { name: 'Sam' }, history: [{ id: 'm1', role: 'user', content: 'The reef!' }], lore: { books: [book], messagesBefore: 0 }, seed: 's' }
 * writeLore(input, 1000, (text) => text.length).recent // [{ kind: 'lore', id: '0 0', text: 'It is sharp.' }]
 */
export function writeLore(input: GreetedInput, limit: number, countTokens: CountTokens): PromptLoreTexts {
  const { lore, history, kind, seed } = input
  if (!lore) return noLore
  const { outcomes, inserts } = planLore({
    ...lore,
    greeting: input.greetingIndex,
    // The cut reply of a `resume` was not there when it began.
    messages: kind === 'resume' ? history.slice(0, -1) : history,
    tokens: Math.min(Math.floor(limit * loreShare), maxLoreTokens),
    countTokens,
    expand: createExpand(input),
    seed,
  })
  const joined = (place: LoreInsert['place']) =>
    inserts.flatMap((insert) => (insert.place === place ? [insert.text] : [])).join('\n')
  const passing = inserts.filter(({ place, stays }) => place !== 'before' && place !== 'after' && !stays)
  const recent = inserts.flatMap(({ place, stays, text, outcome }): PromptInsert[] => {
    if (!stays || place === 'before' || place === 'after') return []
    const { book, entry } = outcomes[outcome] ?? { book: 0, entry: 0 }
    return [{ kind: 'lore', id: `${book} ${entry}`, text, ...(place === 'recent' ? {} : { at: place }) }]
  })
  return { before: joined('before'), after: joined('after'), recent, inserted: toParts(passing), outcomes }
}

/** Macros of an entry are expanded the same in each prompt of a conversation. */
function createExpand({ character, user, seed }: PromptInput) {
  const names = { char: charName(character), user: userName(user), seed }
  const budget = new MacroBudget()
  return (text: string, name: string) =>
    expandMacros(text, { ...names, random: seededRandom(`${seed}\n${name}`), budget })
}

/**
 * The history without what was inserted for its replies and does not hold any more: lore that was changed since, and what was
 * remembered where there is no memory.
 *
 * @example
 * const inserts = [{ kind: 'lore', id: '0 0', text: 'It is sharp.' }]
 * withoutOutdated({ character, user: { name: 'Sam' }, history: [{ id: 'm1', role: 'character', content: 'Ahoy.', inserts }], seed: 's' })[0].inserts // []
 */
export function withoutOutdated(input: PromptInput): readonly HistoryMessage[] {
  const { history, lore, memory } = input
  const expand = createExpand(input)
  const isCurrent = ({ kind, id, text }: PromptInsert) => {
    if (kind !== 'lore') return memory !== undefined
    const [book = 0, at = 0] = id.split(' ').map(Number)
    const entry = lore?.books[book]?.entries[at]
    return entry?.enabled === true && expand(readDecorators(entry.content).text, id).trim() === text
  }
  return history.map((message) =>
    message.inserts ? { ...message, inserts: message.inserts.filter(isCurrent) } : message,
  )
}

/** Inside the history, the texts of one depth and role are one part. */
function toParts(inserts: readonly LoreInsert[]): Part[] {
  const parts = new Map<string, Part>()
  for (const { place, text } of inserts) {
    const { depth, role } = typeof place === 'string' ? ({ depth: 0, role: 'system' } as const) : place
    const name = `${lorePartName} ${depth} ${role}`
    const known = parts.get(name)
    if (known) known.text += `\n${text}`
    else parts.set(name, { name, place: 'note', text, role, depth })
  }
  return [...parts.values()]
}
