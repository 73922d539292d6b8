import { setImmediate } from 'node:timers/promises'
import type { TranscriptMemory } from '#engine/transcripts/transcript.ts'
import type { Context } from '#server/core/context.ts'
import type { OwnConversationId } from '#server/core/owned-id.ts'
import { type BlockRow, bumpMemoryVersion, insertBlock, insertFacts, readTexts } from '../memory/queries.ts'
import { citing, covering } from '../memory/rows.ts'
import type { NewMessage } from '../tree/queries.ts'

interface ImportedMemory {
  conversationId: OwnConversationId
  /** The conversation's own character. */
  ownId: string
  memory: TranscriptMemory
  /** The messages by the indexes of the file. */
  inserted: readonly Pick<NewMessage, 'id' | 'depth' | 'parent_id'>[]
}

/** Parts of branches can overlap: no more messages than these are indexed for one message of the file. */
const maxOverlap = 2

/** Stores the memory of an imported conversation, whose messages are stored. */
export async function insertMemory(context: Context, imported: ImportedMemory) {
  const { db } = context
  const { conversationId, ownId, memory, inserted } = imported
  const indexOf = new Map(inserted.map(({ id }, index) => [id, index]))
  const parentOf = (index: number) => indexOf.get(inserted[index]?.parent_id ?? '')
  const now = context.clock.now()
  const common = { conversation_id: conversationId, created_at: now, updated_at: now }
  const idOf = (index: number) => inserted[index]?.id ?? []
  const readAll = (indexes: number[]) => readTexts(db, conversationId, indexes.flatMap(idOf))
  const byLast = new Map<number, BlockRow>()
  let left = maxOverlap * inserted.length
  for (const { text, first, last, edited } of memory.summaries) {
    const path: number[] = []
    for (let at: number | undefined = last; at !== undefined && at >= first; at = parentOf(at)) path.push(at)
    path.reverse()
    left -= path.length
    if (left < 0) break
    let above = parentOf(path[0] ?? first)
    while (above !== undefined && !byLast.has(above)) above = parentOf(above)
    const previous = above === undefined ? undefined : byLast.get(above)
    const messages = await readAll(path)
    if (messages.length === 0) continue
    const block: BlockRow = {
      ...common,
      id: context.ids.uuid(),
      ...covering(messages, previous, ownId),
      summary: text,
      is_edited: edited ? 1 : 0,
      corrected_summary: null,
    }
    await insertBlock(db, block)
    byLast.set(last, block)
    await setImmediate()
  }
  const facts = []
  for (const { text, sources, pinned, own } of memory.facts) {
    const cited = await readAll(sources)
    const id = context.ids.uuid()
    facts.push({ ...common, id, text, ...citing(cited, ownId), is_pinned: pinned ? 1 : 0, is_own: own ? 1 : 0 })
  }
  await insertFacts(db, facts)
  await bumpMemoryVersion(db, conversationId)
}
