import type { Context } from '#server/core/context.ts'
import { hasJob } from '#server/core/jobs/queries.ts'
import type { Viewer } from '#server/core/viewer.ts'
import type { ConversationMemory, MemoryFact, MemorySource } from '#shared/memory.ts'
import { getOwnConversation } from '../tree/get-own-conversation.ts'
import { type ConversationRow, readPathUp } from '../tree/queries.ts'
import { memoryState } from './memory-state.ts'
import { type BlockRow, type FactRow, listBlocks, listFacts, readExcerpts } from './queries.ts'

/** The memory of a conversation, as its panel shows it. */
export async function openMemory(context: Context, viewer: Viewer, id: string): Promise<ConversationMemory> {
  const { db } = context
  const conversation = await getOwnConversation(db, viewer, id)
  const state = memoryState(context, viewer, conversation)
  const pending = state.isEnabled && (await hasJob(db, 'memory', conversation.id))
  if (state.version === 0) return { enabled: state.isEnabled, summary: null, corrections: [], facts: [], pending }
  const [blocks, facts, path] = await Promise.all([
    listBlocks(db, conversation.id),
    listFacts(db, conversation.id),
    readPath(context, conversation),
  ])
  const onPath = blocks.filter(({ last_message_id, summary }) => path.has(last_message_id) && summary !== '')
  const newest = onPath.toSorted((a, b) => b.last_depth - a.last_depth)[0]
  const corrected = blocks.filter(({ last_message_id: id, corrected_summary: text }) => path.has(id) && text !== null)
  const toSource = await readSources(context, conversation, path, [
    ...facts.flatMap(sourcesOf),
    ...[...corrected, ...(newest ? [newest] : [])].flatMap((block) => [block.first_message_id, block.last_message_id]),
  ])
  const viewSummary = (block: BlockRow, text: string, edited: boolean) => ({
    id: block.id,
    text,
    edited,
    messages: block.last_depth + 1,
    first: toSource(block.first_message_id),
    last: toSource(block.last_message_id),
  })
  // A fact of a deleted message is deleted with it, and comes back with it.
  const shown = facts
    .filter((fact) => sourcesOf(fact).every((source) => toSource.isShown(source)))
    .map((fact) => viewFact(fact, path, toSource))
    .reverse()
  return {
    enabled: state.isEnabled,
    summary: newest ? viewSummary(newest, newest.summary, newest.is_edited === 1) : null,
    corrections: corrected.map((block) => viewSummary(block, block.corrected_summary ?? '', true)),
    facts: [...shown.filter(({ pinned }) => pinned), ...shown.filter(({ pinned }) => !pinned)],
    pending,
  }
}

/** One fact, as the panel shows it. */
export async function openFact(
  context: Context,
  { conversation, fact }: { conversation: ConversationRow; fact: FactRow },
): Promise<MemoryFact> {
  const path = await readPath(context, conversation)
  return viewFact(fact, path, await readSources(context, conversation, path, sourcesOf(fact)))
}

const sourcesOf = ({ sources }: FactRow) => JSON.parse(sources) as string[]

function viewFact(fact: FactRow, path: ReadonlySet<string>, toSource: (id: string) => MemorySource): MemoryFact {
  const sources = sourcesOf(fact)
  return {
    id: fact.id,
    text: fact.text,
    sources: sources.map(toSource),
    pinned: fact.is_pinned === 1,
    own: fact.is_own === 1,
    onPath: sources.every((id) => path.has(id)),
  }
}

/** The ids of the active path. */
async function readPath(context: Context, { id, active_leaf_id }: ConversationRow): Promise<ReadonlySet<string>> {
  const path = active_leaf_id ? await readPathUp(context.db, id, active_leaf_id) : []
  return new Set(path.map((message) => message.id))
}

/** Reads messages that are shown. Returns a function that views them by their ids, and others without an excerpt. */
async function readSources(
  context: Context,
  { id: conversationId }: ConversationRow,
  path: ReadonlySet<string>,
  ids: readonly string[],
) {
  const rows = ids.length === 0 ? [] : await readExcerpts(context.db, conversationId, [...new Set(ids)])
  const byId = new Map(rows.map((row) => [row.id, row]))
  const view = (id: string): MemorySource => {
    const { role = 'user', excerpt = '', speaker } = byId.get(id) ?? {}
    const line = excerpt.replaceAll(/\s+/g, ' ').trim()
    return { id, role, excerpt: line, speaker: speaker ?? undefined, onPath: path.has(id) }
  }
  return Object.assign(view, { isShown: (id: string) => byId.has(id) })
}
