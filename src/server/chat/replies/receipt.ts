import type { Prompt, PromptInsert } from '#engine/prompt/input.ts'
import type { MessagesTable, ReceiptsTable } from '#server/db/schema/conversations.ts'
import type { ReplyReceipt, Usage } from '#shared/chat.ts'

/** What a prompt was made of, besides what was inserted for it. */
export interface ReceiptDetails extends Pick<Prompt, 'sections' | 'dropped' | 'tokens' | 'temperature'> {
  contextTokens: number
}

/** The receipt of a reply, which is stored with its end. It is kept as JSON while the reply is generated. */
export type Receipt = Pick<ReceiptsTable, 'anchor_id' | 'inserts' | 'details'>

/** @param before what was inserted for the reply that goes on */
export function createReceipt(prompt: Prompt, contextTokens: number, before: readonly PromptInsert[] = []): Receipt {
  const { sections, dropped, tokens, temperature, anchor, inserts } = prompt
  const details: ReceiptDetails = { sections, dropped, tokens, temperature, contextTokens }
  return { anchor_id: anchor, inserts: JSON.stringify([...before, ...inserts]), details: JSON.stringify(details) }
}

export function viewReceipt(
  row: Pick<ReceiptsTable & MessagesTable, 'inserts' | 'details' | 'model' | 'usage'>,
): ReplyReceipt {
  const inserts = JSON.parse(row.inserts) as PromptInsert[]
  return {
    ...(JSON.parse(row.details) as ReceiptDetails),
    model: row.model,
    usage: row.usage === null ? null : (JSON.parse(row.usage) as Usage),
    remembered: inserts.map(({ kind, text }) => ({ kind, text })),
  }
}
