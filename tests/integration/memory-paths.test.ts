import { expect, test } from 'vitest'
import { sampleCard } from '#engine/cards/sample-card.ts'
import { buildPrompt } from '#engine/prompt/build.ts'
import { seededRandom } from '#engine/seeded-random.ts'
import { bumpMemoryVersion, insertFacts } from '#server/chat/memory/queries.ts'
import { recallMemory } from '#server/chat/memory/recall-memory.ts'
import { insertMessages, readHistory, updateConversation } from '#server/chat/tree/queries.ts'
import { moveFollowing } from '#server/chat/tree/versions/queries.ts'
import type { OwnConversationId } from '#server/core/owned-id.ts'
import type { ConversationPage } from '#shared/chat.ts'
import { createCharacter, createSharedApp } from '#tests/support/test-app.ts'

/** `MEMORY_OPERATIONS=10000 npx vitest run --project integration-sqlite tests/integration/memory-paths.test.ts` */
const operations = Number(process.env.MEMORY_OPERATIONS ?? 300)

const app = await createSharedApp()

interface Node {
  id: string
  parent: string | null
  role: 'user' | 'character'
}

test(
  `after ${operations} random changes of a tree, no prompt has had a fact of another path, and each had those of its own`,
  async () => {
    const { context } = app
    const { db } = context
    const player = await app.signUp()
    const character = await createCharacter(player)
    const page = await player.post<ConversationPage>('/api/conversations', { characterId: character.id })
    const id = page.conversation.id as OwnConversationId
    const random = seededRandom('operations')
    const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T
    const tree = new Map<string, Node>()
    let leaf = page.messages[0]?.id ?? ''
    tree.set(leaf, { id: leaf, parent: null, role: 'character' })
    const pathOf = (end: string) => {
      const path: Node[] = []
      for (let node = tree.get(end); node; node = tree.get(node.parent ?? '')) path.unshift(node)
      return path
    }
    const add = async (parent: string | null, role: Node['role'], content: string) => {
      const node = { id: context.ids.uuid(), parent, role }
      const depth = parent === null ? 0 : pathOf(parent).length
      await insertMessages(db, [
        { id: node.id, conversation_id: id, parent_id: parent, depth, role, content, created_at: context.clock.now() },
      ])
      tree.set(node.id, node)
      return node
    }
    const facts = new Map<string, string[]>()
    const remember = async (path: Node[]) => {
      const sources = [pick(path).id, ...(random() < 0.3 ? [pick(path).id] : [])]
      const text = `Fact ${facts.size} of this story.`
      facts.set(text, sources)
      const now = context.clock.now()
      const row = { conversation_id: id, audience: null, is_pinned: 1, is_own: 0, created_at: now, updated_at: now }
      await insertFacts(db, [{ ...row, id: context.ids.uuid(), text, sources: JSON.stringify(sources) }])
      await bumpMemoryVersion(db, id)
    }

    let [wrong, missing, shown] = [0, 0, 0]
    for (let operation = 0; operation < operations; operation++) {
      const path = pathOf(leaf)
      const kind = random()
      if (kind < 0.5 || path.length < 3) {
        leaf = (await add(leaf, 'user', `Question ${operation}`)).id
        leaf = (await add(leaf, 'character', `Answer ${operation}`)).id
      } else if (kind < 0.65) {
        // Another version: a sibling of a message of the path.
        const old = pick(path.slice(1))
        leaf = (await add(old.parent, old.role, `Version ${operation}`)).id
      } else if (kind < 0.8) leaf = pick([...tree.keys()])
      else if (kind < 0.9) {
        // An edited reply takes over what followed it, as the server does it.
        const old = pick(path)
        const edited = await add(old.parent, old.role, `Edited ${operation}`)
        await moveFollowing(db, id, { from: { id: old.id, last_leaf_id: null }, to: edited.id })
        for (const node of tree.values()) if (node.parent === old.id) node.parent = edited.id
        if (leaf === old.id) leaf = edited.id
        await bumpMemoryVersion(db, id, 'if-any')
      } else await remember(path)
      await updateConversation(db, id, { active_leaf_id: leaf })

      const anchor = random() < 0.5 ? pick(pathOf(leaf)).id : null
      const { memory_version: version } = await db
        .selectFrom('conversations')
        .select('memory_version')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const history = await readHistory(db, id, leaf, { characters: 400, anchor })
      const recalled = await recallMemory(context, {
        conversationId: id,
        userId: player.id,
        ownId: character.id,
        state: { isEnabled: true, version },
        anchor,
        characterId: character.id,
        nameOf: null,
        history,
      })
      const prompt = buildPrompt({
        character: { ...sampleCard, greeting: '' },
        user: { name: 'Sam' },
        kind: 'reply',
        history,
        anchor,
        filter: true,
        ...(recalled ? { memory: recalled.prompt } : {}),
        budget: { contextTokens: 8_192, maxReplyTokens: 600 },
        seed: 's',
        random: () => 0.5,
      })
      const text = prompt.messages.map(({ content }) => content).join('\n')
      const onPath = new Set(pathOf(leaf).map((node) => node.id))
      for (const [fact, sources] of facts) {
        const isShown = text.includes(`- ${fact}`)
        const isTrue = sources.every((source) => onPath.has(source))
        if (isShown) shown += 1
        if (isShown && !isTrue) wrong += 1
        if (recalled && !isShown && isTrue && recalled.prompt.facts.length < 12) missing += 1
      }
    }
    expect({ wrong, missing }).toEqual({ wrong: 0, missing: 0 })
    expect(shown).toBeGreaterThan(operations / 2)
  },
  60_000 + operations * 100,
)
