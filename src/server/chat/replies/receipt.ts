import { entryName } from '#engine/lore/lorebook.ts'
import type { Prompt, PromptInsert } from '#engine/prompt/input.ts'
import type { MessagesTable, ReceiptsTable } from '#server/db/schema/conversations.ts'
import type { ReplyReceipt, Usage } from '#shared/chat.ts'
import type { UsedLorebook } from '../lorebooks/lore-of-prompt.ts'

/** What a prompt was made of, besides what was inserted for it. */
export interface ReceiptDetails extends Pick<Prompt, 'sections' | 'dropped' | 'tokens' | 'temperature'> {
  contextTokens: number
  lore?: ReplyReceipt['lore']
}

/** The most entries of lorebooks in a receipt. */
const maxLore = 100
/** Why an entry whose keys were found was not used. */
const leftOut = new Set(['budget', 'chance', 'group', 'resting'])

/** The receipt of a reply, which is stored with its end. It is kept as JSON while the reply is generated. */
export type Receipt = Pick<ReceiptsTable, 'anchor_id' | 'inserts' | 'details'>

/** `before`: what was inserted for the reply that goes on. */
export function createReceipt(
  prompt: Prompt,
  {
    books,
    contextTokens,
    before = [],
  }: { books: readonly UsedLorebook[]; contextTokens: number; before?: readonly PromptInsert[] },
): Receipt {
  const { sections, dropped, tokens, temperature, anchor, inserts } = prompt
  const lore = listLore(prompt.lore, books)
  const details: ReceiptDetails = { sections, dropped, tokens, temperature, contextTokens, lore }
  return { anchor_id: anchor, inserts: JSON.stringify([...before, ...inserts]), details: JSON.stringify(details) }
}

function listLore(outcomes: Prompt['lore'], books: readonly UsedLorebook[]): ReplyReceipt['lore'] {
  const nameOf = ({ book, entry }: Pick<Prompt['lore'][number], 'book' | 'entry'>) => {
    const found = books[book]?.book.entries[entry]
    return found ? entryName(found) : ''
  }
  return outcomes
    .filter(({ isUsed, reason }) => isUsed || leftOut.has(reason))
    .slice(0, maxLore)
    .map((outcome) => {
      const { isUsed, reason, key = '' } = outcome
      const cause = outcomes[outcome.cause ?? -1]
      if (books[outcome.book]?.isHidden) return { name: null, isUsed, reason, key: '', cause: '' }
      const isCauseHidden = !cause || books[cause.book]?.isHidden
      return { name: nameOf(outcome), isUsed, reason, key, cause: isCauseHidden ? '' : nameOf(cause) }
    })
}

export function viewReceipt(
  row: Pick<ReceiptsTable & MessagesTable, 'inserts' | 'details' | 'model' | 'usage'>,
): ReplyReceipt {
  const inserts = JSON.parse(row.inserts) as PromptInsert[]
  return {
    lore: [],
    ...(JSON.parse(row.details) as ReceiptDetails),
    model: row.model,
    usage: row.usage === null ? null : (JSON.parse(row.usage) as Usage),
    // Lore is in `lore`, without what a player may not see.
    remembered: inserts.flatMap(({ kind, text }) => (kind === 'lore' ? [] : [{ kind, text }])),
  }
}
