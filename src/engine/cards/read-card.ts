import { hasMoreValues } from '../has-more-values.ts'
import { backfillNote } from './backfill.ts'
import { CardError, cardMaxima, type ReadCard, toCard } from './card.ts'
import { isPng, readPngTexts } from './png.ts'

/**
 * Reads the character card of a file: a PNG with a card in it, or JSON. Throws a `CardError` that says why a file cannot be
 * read.
 *
 * @example
 * readCard(new TextEncoder().encode('{"name":"Ilse","first_mes":"Ahoy."}')).card.data.name // 'Ilse'
 */
export function readCard(file: Uint8Array): ReadCard {
  if (isPng(file)) return readCardPng(file)
  const other = otherKinds.find(({ head }) => head.every((byte, index) => file[index] === byte))
  if (other) throw new CardError(other.problem)
  // A code unit of UTF-16 has at most three bytes of UTF-8.
  if (file.length > 3 * cardMaxima.text) throw tooLarge()
  return readCardJson(new TextDecoder().decode(file))
}

const noCard =
  'There is no character card in this picture. Websites often remove it: download the card itself, as PNG or JSON.'
const otherKinds = [
  { head: [0x50, 0x4b], problem: 'CHARX files cannot be imported yet. Export the card as PNG or JSON there.' },
  { head: [0xff, 0xd8], problem: noCard },
  { head: [0x52, 0x49, 0x46, 0x46], problem: noCard },
]

const tooLarge = () => new CardError('This card is too large: it can have up to a million characters.')

/**
 * As `readCard`, for the text of a JSON file.
 *
 * @example
 * readCardJson('{"spec":"chara_card_v2","data":{"name":"Ilse","character_book":null}}').card.spec // 'chara_card_v3'
 */
export function readCardJson(text: string): ReadCard {
  if (text.length > cardMaxima.text) throw tooLarge()
  if (hasMoreValues(text, cardMaxima.values)) throw new CardError('This card has too many entries to be read.')
  let value: unknown
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    throw new CardError('This file is damaged, or it is not a character card. You can import cards as PNG or JSON.')
  }
  return toCard(value)
}

/** Cards in images by their keywords, the newest version first, and how many of each are tried. */
const keywords = ['ccv3', 'chara']
const maxTried = 5

function readCardPng(png: Uint8Array): ReadCard {
  const texts = readPngTexts(png)
  const found = keywords.flatMap((keyword) => texts.filter((text) => text.keyword === keyword).slice(0, maxTried))
  let problem = new CardError(noCard)
  for (const { text, keyword } of found) {
    try {
      const { card, notes } = readCardJson(decode(text))
      const files = texts.filter((one) => one.keyword.startsWith('chara-ext-asset_')).length
      const { data } = card
      const notesOfAuthor = data.creator_notes.startsWith(backfillNote)
        ? data.creator_notes.slice(backfillNote.length)
        : data.creator_notes
      return {
        card: keyword === 'chara' ? { ...card, data: { ...data, creator_notes: notesOfAuthor } } : card,
        notes:
          files === 0
            ? notes
            : [...notes, `${files} more ${files === 1 ? 'file' : 'files'} in the picture cannot be kept.`],
      }
    } catch (error) {
      if (!(error instanceof CardError)) throw error
      problem = error
    }
  }
  throw problem
}

/** Base64 of UTF-8. */
function decode(base64: string): string {
  if (base64.length > 4 * cardMaxima.text) throw tooLarge()
  try {
    const binary = atob(base64)
    const bytes = new Uint8Array(binary.length)
    for (let index = 0; index < binary.length; index++) bytes[index] = binary.charCodeAt(index)
    return new TextDecoder().decode(bytes)
  } catch {
    throw new CardError('The card in this picture is damaged.')
  }
}
