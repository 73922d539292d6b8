import { asList, asRecord, readText } from '../json-values.ts'
import type { CardData, CharacterCard } from './card.ts'

/** In the notes of a copy, as the specification asks. It is removed when the copy is read. */
export const backfillNote =
  'This is a copy for programs that do not know version 3 of character cards. It may lack what only version 3 has.\n\n'

const secondNames = [
  'name',
  'description',
  'personality',
  'scenario',
  'first_mes',
  'mes_example',
  'creator_notes',
  'system_prompt',
  'post_history_instructions',
  'alternate_greetings',
  'character_book',
  'tags',
  'creator',
  'character_version',
  'extensions',
] as const satisfies (keyof CardData)[]

/**
 * The card in version 2, for programs that do not know version 3: without decorators, and with a note that says so.
 *
 * @example
 * toVersion2(toCard({ name: 'Ilse', first_mes: 'Ahoy.' }).card).spec // 'chara_card_v2'
 */
export function toVersion2({ data }: CharacterCard) {
  const known = Object.fromEntries(secondNames.filter((name) => name in data).map((name) => [name, data[name]]))
  const { character_book } = data
  return {
    spec: 'chara_card_v2',
    spec_version: '2.0',
    data: {
      ...known,
      creator_notes: backfillNote + data.creator_notes,
      ...(character_book === undefined ? {} : { character_book: withoutDecorators(asRecord(character_book)) }),
    },
  }
}

/** Decorators are lines that begin with `@@`, before the text of an entry. */
const withoutDecorators = (book: Record<string, unknown>) => ({
  ...book,
  entries: asList(book.entries).map((entry) => ({
    ...asRecord(entry),
    content: readText(asRecord(entry).content).replace(/^(?:@@[^\n]*(?:\n|$))+/, ''),
  })),
})
