import { CardError, type CharacterCard, cardMaxima, toCard } from '#engine/cards/card.ts'
import { readCardJson } from '#engine/cards/read-card.ts'
import { bookOfCard, withBook } from '#engine/lore/book-of-card.ts'
import type { Lorebook } from '#engine/lore/lorebook.ts'
import { lockAccount } from '#server/accounts/queries.ts'
import { publishNotice } from '#server/core/account-events.ts'
import { activeClassifier, type Context, type Queryable } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { ApiError, changedElsewhere, fieldError } from '#server/http/api-error.ts'
import { cardLimits } from '#shared/character-cards.ts'
import { ownCharacterLimits } from '#shared/character-terms.ts'
import { type CharacterFields, type CharacterPatch, characterDefaults } from '#shared/characters.ts'
import { entitlements } from '#shared/entitlements.ts'
import { assertCanSave, clearDisallowedFields } from './assert-can-save.ts'
import { takeFiles } from './cards/card-files.ts'
import { findCard, sumCards } from './cards/queries.ts'
import { toColumns, toFields } from './character-columns.ts'
import { getOwnCharacter } from './character-scope.ts'
import { trendOf, trendWeight } from './popularity/trend.ts'
import { type CharacterRow, countCharacters, insertCharacter, listPlayers, updateOwnCharacter } from './queries.ts'
import { insertRevision, keepLorebook } from './revisions/queries.ts'
import { findBookOfRevision, findCharacterBook } from './revisions/read-lorebook.ts'
import { createRevision } from './revisions/revision.ts'
import { classifyCharacter, holdUnchecked, screenCharacter, textOf } from './screen-character.ts'

/** The most users who are told at once that a character has changed; the others see it when they next open a page. */
const maxTold = 500

type NewCharacter = CharacterPatch &
  Pick<CharacterFields, 'name' | 'description'> & { card?: string; cardFile?: string }

export async function createCharacter(
  context: Context,
  author: Viewer,
  { card, cardFile, ...input }: NewCharacter,
): Promise<CharacterRow> {
  const fields = clearDisallowedFields(author, { ...characterDefaults, ...input })
  assertCanSave(context, author, fields)
  const imported = card ? readSentCard(card) : null
  const book = imported && bookOfCard(imported)
  await screenCharacter(context, author, fields, book)
  const { isChecked } = await classifyCharacter(context, author, fields, book)
  const id = context.ids.uuid()
  const now = context.clock.now()
  return context.transact(async (trx) => {
    await assertBelowLimits(context, trx, author, { isPublic: fields.isPublic, except: null })
    if (cardFile) await takeFiles(trx, { id: cardFile, ownerId: author.id, avatar: fields.avatar })
    const row = {
      id,
      owner_id: author.id,
      sample_slug: null,
      ...toColumns(fields),
      ...(imported && (await toCardColumns(trx, author.id, imported))),
      ...(cardFile && { card_file: cardFile }),
      trend: trendOf(trendWeight.created, now),
      created_at: now,
      updated_at: now,
      deleted_at: null,
    }
    await insertCharacter(trx, row, createRevision(context.ids, { characterId: id, fields, book, before: null, now }))
    return readSaved(context, trx, author, { id, isHeld: fields.isPublic && !isChecked })
  })
}

/**
 * Saves changes to one's own character. A missing field keeps its value, or with `replace` gets its default. With
 * `basedOn`, throws `changed_elsewhere` when the character has been saved since then. `lorebookOf`: the revision whose lorebook
 * it gets.
 */
export async function updateCharacter(
  context: Context,
  author: Viewer,
  id: string,
  input: CharacterPatch,
  { replace, basedOn, ...change }: { replace: boolean; basedOn?: number; lorebook?: Lorebook; lorebookOf?: string },
): Promise<CharacterRow> {
  const readChange = async (db: Queryable) => {
    const row = await getOwnCharacter(db, author, id)
    if (basedOn !== undefined && row.updated_at !== basedOn) throw changedElsewhere()
    const before = toFields(row)
    const base = replace ? { ...before, ...characterDefaults } : before
    const sources = [...new Set([...before.sources, ...(input.sources ?? [])])]
    const fields = clearDisallowedFields(author, { ...base, ...input, sources }, before.kinks)
    assertCanSave(context, author, fields)
    const bookBefore = await findCharacterBook(db, row)
    const { lorebook = change.lorebookOf && (await findBookOfRevision(db, id, change.lorebookOf)) } = change
    const book = lorebook || bookBefore
    await screenCharacter(context, author, fields, book)
    const text = textOf(fields, book)
    const needsCheck = text !== textOf(before, bookBefore) || (fields.isPublic && !before.isPublic)
    return {
      row,
      before,
      bookBefore,
      fields,
      lorebook,
      book,
      text,
      needsCheck: needsCheck && activeClassifier(context) !== null,
    }
  }
  // Classified before the transaction, which must not wait for the classifier.
  const expected = activeClassifier(context) && (await readChange(context.db))
  const check = expected?.needsCheck ? await classifyCharacter(context, author, expected.fields, expected.book) : null
  const saved = await context.transact(async (trx) => {
    const { row, before, bookBefore, fields, lorebook, book, text, needsCheck } = await readChange(trx)
    if (fields.isPublic && row.moderation_state !== 'none') throw new ApiError('removed_by_moderators')
    if (!fields.isPublic && before.isPublic)
      await assertBelowLimits(context, trx, author, { isPublic: false, except: id })
    // Two versions never have the same time.
    const now = Math.max(context.clock.now(), row.updated_at + 1)
    const card = lorebook && (await toCardColumns(trx, author.id, await withLorebook(trx, id, lorebook), id))
    const revision = createRevision(context.ids, {
      characterId: id,
      fields,
      book: book && book.entries.length > 0 ? book : null,
      before: { ...before, book: bookBefore },
      now,
    })
    const revision_id = await insertRevision(trx, row.revision_id, revision)
    if (revision.changed.includes('"lorebook"')) {
      await keepLorebook(trx, { id: row.revision_id, ownerId: author.id, lorebook: JSON.stringify(bookBefore) })
    }
    const changes = { ...toColumns(fields), ...card, revision_id, updated_at: now }
    if (!(await updateOwnCharacter(trx, row.id, changes, basedOn))) throw changedElsewhere()
    // Another save may have changed the text since it was classified.
    const isChecked = !needsCheck || (check?.isChecked && check.text === text)
    return readSaved(context, trx, author, { id, isHeld: fields.isPublic && !isChecked })
  })
  if (saved.is_public === 1) publishNotice(context, await listPlayers(context.db, saved, maxTold))
  return saved
}

/** Throws when the account has as many characters, or private ones, as it may. `except` is the one being saved. */
export async function assertBelowLimits(
  context: Context,
  trx: Queryable,
  author: Viewer,
  { isPublic, except }: { isPublic: boolean; except: string | null },
): Promise<void> {
  const maxPrivate = isPublic ? Number.POSITIVE_INFINITY : entitlements[author.account_type].privateCharacters
  const { perAccount } = ownCharacterLimits
  await lockAccount(trx, context.dialect, author.id)
  const count = await countCharacters(trx, author.id, except)
  if (count.all >= perAccount) throw new ApiError('character_limit')
  if (count.private >= maxPrivate) throw new ApiError('private_limit')
}

/** The row as it was saved. Holds a public character that was not classified. */
async function readSaved(
  context: Context,
  trx: Queryable,
  author: Viewer,
  { id, isHeld }: { id: string; isHeld: boolean },
): Promise<CharacterRow> {
  const row = await getOwnCharacter(trx, author, id)
  if (!isHeld) return row
  await holdUnchecked(context, trx, author, row)
  return getOwnCharacter(trx, author, id)
}

/** The card that came with a new character. Throws if it is none. */
function readSentCard(text: string): CharacterCard {
  try {
    return readCardJson(text).card
  } catch (error) {
    if (error instanceof CardError) throw fieldError('card', error.message)
    throw error
  }
}

/** The card of a character with this lorebook. */
async function withLorebook(db: Queryable, id: string, book: Lorebook): Promise<CharacterCard> {
  const card = (await findCard(db, id)) ?? toCard({ name: '', description: '' }).card
  return withBook(card, book.entries.length > 0 ? book : null)
}

/**
 * The columns of a card that is stored with a character. Throws if it is too large, or if the account has too many.
 *
 * @param id of the character, if it has been stored before
 */
async function toCardColumns(db: Queryable, ownerId: string, card: CharacterCard, id?: string) {
  const text = JSON.stringify(card)
  if (text.length > cardMaxima.text) {
    throw fieldError('lorebook', 'The character’s card is too large with this lorebook. Please remove some entries.')
  }
  if ((await sumCards(db, ownerId, id)) + Buffer.byteLength(text) > cardLimits.perAccount) {
    const megabytes = cardLimits.perAccount / 1_000_000
    throw fieldError(
      'card',
      `An account can have ${megabytes} MB of imported cards. Delete characters that you no longer need: their space is free 30 days later.`,
    )
  }
  return { card: text, has_lorebook: bookOfCard(card) ? 1 : 0 }
}
