import { packVectors } from '#engine/memory/vectors.ts'
import type { Context } from '#server/core/context.ts'
import { bumpMemoryVersion, listBlocks, readTexts, updateBlock } from '../queries.ts'
import { selectEmbeddings } from '../select-embeddings.ts'
import { readIndex, writeVectors } from '../stored-index.ts'
import type { JobConversation } from './write-memory.ts'

/** The most blocks that one job embeds. They include older ones, for which no service had answered. */
const maxBlocks = 16
/** Passages per request, and the time for one. */
const batchSize = 64
const timeoutMs = 30_000

/**
 * Embeds the passages of blocks that have no vectors of the connected service, the newest first. A failure is logged: the
 * passages are ranked by words until a later job succeeds.
 */
export async function embedBlocks(context: Context, conversation: JobConversation, signal: AbortSignal): Promise<void> {
  const { db, log } = context
  const embeddings = selectEmbeddings(context, conversation.account.account_type)
  if (!embeddings) return
  const blocks = (await listBlocks(db, conversation.id)).reverse()
  const missing = blocks.filter(({ vector_space }) => !vector_space?.startsWith(embeddings.id))
  try {
    for (const block of missing.slice(0, maxBlocks)) {
      const { messages, passages } = readIndex(block).index
      if (passages.length === 0) continue
      const rows = await readTexts(db, conversation.id, messages)
      const contents = new Map(rows.map(({ id, content }) => [id, content]))
      const texts = passages.map(({ message, start, end }) => {
        return (contents.get(messages[message] ?? '') ?? '').slice(start, end).toWellFormed() || ' '
      })
      const vectors: number[][] = []
      let space = ''
      for (let from = 0; from < texts.length; from += batchSize) {
        const timeout = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
        const embedded = await embeddings.embed(texts.slice(from, from + batchSize), timeout)
        vectors.push(...embedded.vectors)
        space = embedded.space
      }
      const stored = writeVectors(packVectors(space, vectors))
      await context.transact(async (trx) => {
        await bumpMemoryVersion(trx, conversation.id)
        await updateBlock(trx, conversation.id, block.id, stored)
      })
    }
  } catch (error) {
    signal.throwIfAborted()
    log.warn({ err: error, conversation: conversation.id }, 'passages were not embedded; they are found by their words')
  }
}
