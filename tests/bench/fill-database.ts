import { type Kysely, type Selectable, sql } from 'kysely'
import { seededRandom } from '#engine/seeded-random.ts'
import { trendOf } from '#server/characters/popularity/trend.ts'
import { insertIndexed, nextIndexId } from '#server/chat/indexing/queries.ts'
import { tokensOf } from '#server/chat/indexing/words.ts'
import type { Dialect } from '#server/db/dialect.ts'
import { createIndex, dropIndex } from '#server/db/migrations/016-search-index.ts'
import type { ConversationsTable } from '#server/db/schema/conversations.ts'
import type { Database } from '#server/db/schema.ts'
import type { SearchTable } from '#server/db/search.ts'
import { normalizeSearchText, tagWord } from '#server/db/search-tokens.ts'
import { categories } from '#shared/character-terms.ts'

const syllables =
  'the an lo ri ka mor ven sha ing er tion al ou th be gar den li ght ho us e s ed ly st wa ter fi re mo on su n da rk qu een ki ng'.split(
    ' ',
  )

/** The same texts in every run: about 5,000 different words, of which few are common and most are rare. */
export class Texts {
  readonly words: string[]
  readonly random = seededRandom('texts')

  constructor() {
    const syllable = () => syllables[this.below(syllables.length)]
    this.words = Array.from({ length: 5_000 }, () => Array.from({ length: 1 + this.below(3) }, syllable).join(''))
  }

  word(): string {
    return this.words[Math.floor(this.words.length * this.random() ** 3)] ?? ''
  }

  text(length: number): string {
    let text = this.word()
    while (text.length < length) text += ` ${this.word()}`
    return text
  }

  below(count: number): number {
    return Math.floor(this.random() * count)
  }
}

export interface Filling {
  /** A real conversation with a reply. The rows are copies of it, of its user, its character and its messages. */
  conversationId: string
  characters: number
  conversations: number
  /** In each conversation. */
  messages: number
  /** How many of the conversations belong to its user, spread over all. */
  own: number
}

/** Ids in the order of their numbers, lower than those that a server gives. */
const idsOf = (kind: number) => (number: number) =>
  `01800000-000${kind}-7000-8000-${number.toString(16).padStart(12, '0')}`
const ids = { user: idsOf(1), character: idsOf(2), revision: idsOf(3), conversation: idsOf(4), message: idsOf(5) }

/** Rows of one statement. */
const batchSize = 5_000
const day = 24 * 60 * 60 * 1_000

/** Fills a database with rows like those that a server would have written, and their indexes. */
export async function fillDatabase(whole: Kysely<Database>, dialect: Dialect, filling: Filling): Promise<void> {
  await whole.connection().execute(async (db) => {
    // The rows refer to each other correctly, and triggers would queue each message for the index.
    const settings =
      dialect === 'postgres'
        ? ['set statement_timeout = 0', 'set session_replication_role = replica', "set maintenance_work_mem = '1GB'"]
        : ['pragma synchronous = off', 'pragma foreign_keys = off', 'pragma cache_size = -1000000']
    for (const setting of settings) await sql.raw(setting).execute(db)
    const template = await db
      .selectFrom('conversations')
      .select(['user_id', 'character_id', 'revision_id'])
      .where('id', '=', filling.conversationId)
      .executeTakeFirstOrThrow()
    await new Filler(db, dialect, { ...filling, ...template }).fill()
    await sql`delete from message_search_queue`.execute(db)
    await sql.raw(dialect === 'postgres' ? 'vacuum analyze' : 'pragma optimize').execute(db)
    if (dialect === 'postgres') await sql`checkpoint`.execute(db)
  })
}

type Template = Pick<Selectable<ConversationsTable>, 'user_id' | 'character_id' | 'revision_id'>

class Filler {
  readonly #texts = new Texts()
  readonly #now = Date.now()
  readonly db: Kysely<Database>
  readonly dialect: Dialect
  readonly filling: Filling & Template
  readonly users: number

  constructor(db: Kysely<Database>, dialect: Dialect, filling: Filling & Template) {
    this.db = db
    this.dialect = dialect
    this.filling = filling
    this.users = Math.ceil(Math.max(filling.characters, filling.conversations) / 10)
  }

  async fill(): Promise<void> {
    const searches = ['user_search', 'character_search'] as const
    for (const table of searches) await dropIndex(this.db, this.dialect, table)
    await this.#addUsers()
    await this.#addCharacters()
    await this.#addConversations()
    for (const table of searches) await createIndex(this.db, this.dialect, table)
    await this.#addMessages()
  }

  async #addUsers(): Promise<void> {
    const { users, filling } = this
    await this.#copy('users', filling.user_id, ['id', 'username', 'username_key'], users, (index) => {
      return [ids.user(index), `player-${index}`, `player-${index}`]
    })
    await this.#addSearched('user_search', users, (index) => [ids.user(index), '', `player-${index}`])
  }

  async #addCharacters(): Promise<void> {
    const { users } = this
    const { character_id, revision_id, characters } = this.filling
    const texts = this.#texts
    const searched: string[] = []
    const columns = [
      ...['id', 'owner_id', 'revision_id', 'name', 'description', 'category', 'tags', 'content_rating', 'is_public'],
      ...['chat_count', 'rating_sum', 'rating_count', 'rating_score', 'trend', 'created_at', 'updated_at'],
    ]
    await this.#copy('characters', character_id, columns, characters, (index) => {
      // Few authors have many characters; an account has at most 1,000.
      const author = Math.floor(users * texts.random() ** 1.5)
      const name = texts.text(12)
      const description = texts.text(80)
      const category = categories[texts.below(categories.length)] ?? ''
      const tags = Array.from({ length: 3 }, () => texts.word())
      searched[index] = normalizeSearchText(name, description, category, `player-${author}`, ...tags.map(tagWord))
      const chats = Math.floor(10_000 * texts.random() ** 20)
      const ratings = Math.floor(chats / 20)
      const age = Math.floor(365 * day * texts.random())
      const changed = this.#now - Math.floor(age * texts.random())
      return [
        ...[ids.character(index), ids.user(author), ids.revision(index), name, description, category],
        ...[JSON.stringify(tags), index % 10 === 1 ? 'mature' : 'general', index % 5 === 0 ? 0 : 1],
        ...[chats, ratings * 4, ratings, ratings && (ratings * 4 + 3) / (ratings + 1)],
        ...[trendOf(1 + chats, changed), this.#now - age, changed],
      ]
    })
    await this.#copy('character_revisions', revision_id ?? '', ['id', 'character_id'], characters, (index) => {
      return [ids.revision(index), ids.character(index)]
    })
    await this.#addSearched('character_search', characters, (index) => [ids.character(index), '', searched[index]])
  }

  async #addConversations(): Promise<void> {
    const { conversationId, conversations, messages, characters } = this.filling
    const texts = this.#texts
    const columns = ['id', 'user_id', 'character_id', 'revision_id', 'character_name', 'title', 'active_leaf_id']
    const titles = Array.from({ length: conversations }, () => texts.text(30))
    await this.#copy('conversations', conversationId, [...columns, 'updated_at'], conversations, (index) => {
      // One that everybody may talk with.
      const character = 5 * texts.below(characters / 5) + 2
      const leaf = ids.message((messages - 1) * conversations + index)
      const names = [ids.character(character), ids.revision(character), 'Ada Quill', titles[index]]
      return [ids.conversation(index), this.#userOf(index), ...names, leaf, this.#now - (conversations - index) * 1_000]
    })
    await this.#addSearched('conversation_search', conversations, (index) => {
      return [ids.conversation(index), '', normalizeSearchText(titles[index] ?? '', 'Ada Quill')]
    })
  }

  /** All conversations get their first message, then their second …: the messages of one are as far apart as in use. */
  async #addMessages(): Promise<void> {
    const { conversationId, conversations, messages } = this.filling
    const { db, dialect } = this
    const originals = await db
      .selectFrom('messages')
      .select(['id', 'role'])
      .where('conversation_id', '=', conversationId)
      .where('status', '=', 'complete')
      .orderBy('depth', 'desc')
      .execute()
    const columns = ['id', 'conversation_id', 'parent_id', 'depth', 'content', 'anchor_id', 'horizon_id', 'created_at']
    const firstId = await nextIndexId(db)
    if (dialect === 'postgres') await sql`drop index message_search_tokens`.execute(db)
    for (let depth = 0; depth < messages; depth += 1) {
      const role = depth % 2 === 0 ? 'character' : 'user'
      const copied = originals.find((message) => message.role === role)?.id ?? ''
      const numberOf = (index: number) => depth * conversations + index
      const texts = Array.from({ length: conversations }, () => this.#texts.text(300))
      await this.#copy('messages', copied, columns, conversations, (index) => {
        const parent = depth === 0 ? null : ids.message(numberOf(index) - conversations)
        const links = [ids.message(numberOf(index)), ids.conversation(index), parent, depth]
        return [...links, texts[index], null, null, this.#now - (messages - depth) * 60_000]
      })
      for (const batch of batchesOf(conversations)) {
        const rows = batch.map((index) => ({
          id: firstId + numberOf(index),
          messageId: ids.message(numberOf(index)),
          userId: this.#userOf(index),
          conversationId: ids.conversation(index),
          tokens: tokensOf(texts[index] ?? ''),
        }))
        await insertIndexed(db, dialect, rows, 'newest')
      }
    }
    if (dialect === 'sqlite') return
    await sql`create index message_search_tokens on message_search using gin (tokens) with (fastupdate = off)`.execute(
      db,
    )
  }

  #userOf(conversation: number): string {
    const { user_id, conversations, own } = this.filling
    const isOwn = conversation % Math.ceil(conversations / own) === 0
    return isOwn ? user_id : ids.user(conversation % this.users)
  }

  async #addSearched(table: SearchTable, count: number, rowOf: (index: number) => unknown[]) {
    await this.#insert(table, ['target_id', 'scope', 'text'], count, rowOf)
  }

  /** Copies a row `count` times, each copy with its own values in these columns. */
  async #copy(
    table: keyof Database,
    id: string,
    columns: string[],
    count: number,
    rowOf: (index: number) => unknown[],
  ): Promise<void> {
    const { rows } = await sql<object>`select * from ${sql.table(table)} where id = ${id}`.execute(this.db)
    const others = Object.keys(rows[0] ?? {}).filter((column) => !columns.includes(column))
    await this.#insert(table, columns, count, rowOf, { id, columns: others })
  }

  async #insert(
    table: keyof Database,
    columns: string[],
    count: number,
    rowOf: (index: number) => unknown[],
    template?: { id: string; columns: string[] },
  ): Promise<void> {
    const { db, dialect } = this
    const isPostgres = dialect === 'postgres'
    for (const batch of batchesOf(count)) {
      const rows = batch.map(rowOf)
      const values = (rows[0] ?? []).map((value, index) => {
        const type = sql.raw(typeof value === 'number' ? 'numeric' : 'text')
        return sql`cast(copies.value ->> ${sql.lit(index)} as ${type})`
      })
      const json = JSON.stringify(rows)
      const copies = isPostgres ? sql`json_array_elements(cast(${json} as json))` : sql`json_each(${json})`
      const copied = (template?.columns ?? []).map((column) => sql.ref(`template.${column}`))
      const names = [...columns, ...(template?.columns ?? [])].map((column) => sql.ref(column))
      const from = template ? sql`, ${sql.table(table)} as template where template.id = ${template.id}` : sql``
      await sql`insert into ${sql.table(table)} (${sql.join(names)})
        select ${sql.join([...values, ...copied])} from ${copies} as copies${isPostgres ? sql`(value)` : sql``}${from}`.execute(
        db,
      )
    }
  }
}

/** The numbers below `count`, in batches. */
function* batchesOf(count: number): Generator<number[]> {
  for (let from = 0; from < count; from += batchSize) {
    yield Array.from({ length: Math.min(batchSize, count - from) }, (_, index) => from + index)
  }
}
