import { charName } from '../cards/character.ts'
import { type LoreInsert, type LoreOutcome, planLore } from '../lore/plan-lore.ts'
import { expandMacros } from '../macros/expand.ts'
import { MacroBudget } from '../macros/macro.ts'
import { seededRandom } from '../seeded-random.ts'
import { messageOverhead } from './estimate.ts'
import type { CountTokens, PromptInput } from './input.ts'
import { lorePartName, type Part, userName } from './write.ts'

/** The share of the prompt's budget that entries of lorebooks can use, and the most tokens of it. */
const loreShare = 0.15
const maxLoreTokens = 4_000
/** The tokens of a heading. */
const headingTokens = 16

/** The entries of lorebooks that a prompt has. */
export interface PromptLoreTexts {
  /** What every prompt of the chat has, before and after the definition of the character. */
  before: string
  after: string
  /** What belongs to the newest messages, as one text and as parts inside the history. */
  recent: string
  inserted: Part[]
  /** The cost of the last two, and the tokens that are reserved for them: the same every turn, so that the window stays. */
  tokens: number
  reserved: number
  outcomes: LoreOutcome[]
}

export const noLore: PromptLoreTexts = {
  before: '',
  after: '',
  recent: '',
  inserted: [],
  tokens: 0,
  reserved: 0,
  outcomes: [],
}

/**
 * Plans and writes the entries of a prompt. Macros of an entry are expanded the same in each prompt of a conversation.
 *
 * @param limit the budget of the prompt, in tokens
 * @example
 * const book = { entries: [{ ...blankEntry, keys: ['reef'], content: 'It is sharp.' }], extensions: {} }
 * const input = { character, user: { name: 'Sam' }, history: [{ id: 'm1', role: 'user', content: 'The reef!' }], lore: { books: [book], messagesBefore: 0 }, seed: 's' }
 * writeLore(input, 1000, (text) => text.length).recent // 'It is sharp.'
 */
export function writeLore(input: PromptInput, limit: number, countTokens: CountTokens): PromptLoreTexts {
  const { lore, history, kind, character, user, seed } = input
  if (!lore) return noLore
  const names = { char: charName(character), user: userName(user), seed }
  const budget = new MacroBudget()
  const tokens = Math.min(Math.floor(limit * loreShare), maxLoreTokens)
  const { outcomes, inserts } = planLore({
    ...lore,
    // The cut reply of a `resume` was not there when it began.
    messages: kind === 'resume' ? history.slice(0, -1) : history,
    tokens,
    countTokens,
    expand: (text, name) => expandMacros(text, { ...names, random: seededRandom(`${seed}\n${name}`), budget }),
    seed,
  })
  const textOf = (place: LoreInsert['place']) =>
    inserts
      .filter((insert) => insert.place === place)
      .map(({ text }) => text)
      .join('\n')
  const inserted = toParts(inserts)
  const isInHistory = ({ place }: LoreInsert) => place !== 'before' && place !== 'after'
  const used = inserts.filter(isInHistory).reduce((sum, { outcome }) => sum + (outcomes[outcome]?.tokens ?? 0), 0)
  const overhead = headingTokens + messageOverhead * inserted.length
  // A token has at least one character.
  const most = lore.books.reduce(
    (sum, { entries }) => sum + entries.reduce((all, one) => all + one.content.length, 0),
    0,
  )
  return {
    before: textOf('before'),
    after: textOf('after'),
    recent: textOf('recent'),
    inserted,
    tokens: used === 0 ? 0 : used + overhead,
    reserved: Math.min(tokens, most) + headingTokens,
    outcomes,
  }
}

/** Inside the history, the texts of one depth and role are one part. */
function toParts(inserts: readonly LoreInsert[]): Part[] {
  const parts = new Map<string, Part>()
  for (const { place, text } of inserts) {
    if (typeof place === 'string') continue
    const name = `${lorePartName} ${place.depth} ${place.role}`
    const known = parts.get(name)
    if (known) known.text += `\n${text}`
    else parts.set(name, { name, place: 'note', text, role: place.role, depth: place.depth })
  }
  return [...parts.values()]
}
