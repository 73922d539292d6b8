import type { Kysely } from 'kysely'
import { systemClock } from '#server/core/clock.ts'
import { createIds } from '#server/core/ids.ts'
import type { Database } from '#server/db/schema.ts'
import { normalizeSearchText } from '#server/db/search-tokens.ts'

const syllables =
  'the an lo ri ka mor ven sha ing er tion al ou th be gar den li ght ho us e s ed ly st wa ter fi re mo on su n da rk qu een ki ng'.split(
    ' ',
  )
const batchSize = 500

/** The same texts in every run: about 5,000 different words, of which few are common and most are rare. */
export class Texts {
  readonly words: string[]
  #state = 1

  constructor() {
    const word = () => Array.from({ length: 1 + this.below(3) }, () => this.#pick(syllables)).join('')
    this.words = Array.from({ length: 5_000 }, word)
  }

  word(): string {
    const index = Math.floor(this.words.length * this.#random() ** 3)
    return this.words[index] ?? ''
  }

  text(length: number): string {
    let text = this.word()
    while (text.length < length) text += ` ${this.word()}`
    return text
  }

  below(count: number): number {
    return Math.floor(this.#random() * count)
  }

  #random(): number {
    this.#state = (this.#state * 1_103_515_245 + 12_345) % 2 ** 31
    return this.#state / 2 ** 31
  }

  #pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)] as Item
  }
}

/** An account has at most 1,000 characters. */
const authors = 200

/** Fills the gallery with copies of a character that have other authors, names and descriptions. */
export async function addCharacters(db: Kysely<Database>, characterId: string, count: number, texts: Texts) {
  const ids = createIds(systemClock)
  const row = await db.selectFrom('characters').selectAll().where('id', '=', characterId).executeTakeFirstOrThrow()
  const user = await db.selectFrom('users').selectAll().where('id', '=', row.owner_id).executeTakeFirstOrThrow()
  const users = Array.from({ length: authors }, (_, index) => ({
    ...user,
    id: ids.uuid(),
    username_key: `author-${index}`,
  }))
  await db.insertInto('users').values(users).execute()
  for (let from = 0; from < count; from += batchSize) {
    const rows = Array.from({ length: batchSize }, (_, index) => ({
      ...row,
      id: ids.uuid(),
      owner_id: users[index % authors]?.id ?? user.id,
      name: texts.text(20),
      description: texts.text(200),
      trend: row.trend - (from + index) / 1_000,
      created_at: row.created_at - (from + index) * 1_000,
    }))
    const found = rows.map(({ id, name, description, category }) => ({
      target_id: id,
      scope: '',
      text: normalizeSearchText(name, description, category),
    }))
    await db.transaction().execute(async (trx) => {
      await trx.insertInto('characters').values(rows).execute()
      await trx.insertInto('character_search').values(found).execute()
    })
  }
}

/** Gives the user of a conversation copies of it with other titles. */
export async function addConversations(db: Kysely<Database>, conversationId: string, count: number, texts: Texts) {
  const ids = createIds(systemClock)
  const row = await db
    .selectFrom('conversations')
    .selectAll()
    .where('id', '=', conversationId)
    .executeTakeFirstOrThrow()
  for (let from = 0; from < count; from += batchSize) {
    const rows = Array.from({ length: batchSize }, (_, index) => ({
      ...row,
      id: ids.uuid(),
      title: texts.text(50),
      updated_at: row.updated_at - (from + index) * 1_000,
    }))
    const found = rows.map(({ id, title }) => ({
      target_id: id,
      scope: row.user_id,
      text: normalizeSearchText(title, row.character_name),
    }))
    await db.transaction().execute(async (trx) => {
      await trx.insertInto('conversations').values(rows).execute()
      await trx.insertInto('conversation_search').values(found).execute()
    })
  }
}
