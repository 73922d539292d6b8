import { nameParts } from '../reply/speaker-label.ts'
import { isUnspaced, isWordCharacter } from '../reply/word-boundary.ts'

/** A character that a message can name. */
export interface Addressee {
  id: string
  name: string
  nickname?: string
}

/** What Korean puts right after a name: vocatives, particles and forms of address. */
const koreanEndings =
  /^(?:씨|님|군|양)?(?:아|야|이야|이|가|은|는|을|를|과|와|의|도|만|랑|이랑|에게|에게서|한테|께|께서)?(?![\p{Letter}\p{Number}])/u
const hangul = /\p{Script=Hangul}/u

/**
 * The characters that a message names, in the order in which it names them first. Case and accents do not matter; a name is
 * found as a whole word only, in scripts without spaces anywhere. A part of a name counts when only one of them has it.
 *
 * @example
 * const [ada, ines] = [{ id: '1', name: 'Ada Quill' }, { id: '2', name: 'Inès' }]
 * findAddressed('ines, and you, Ada?', [ada, ines]) // ['2', '1']
 * findAddressed('Adamant as ever.', [ada, ines]) // []
 */
export function findAddressed(message: string, addressees: readonly Addressee[]): string[] {
  const text = fold(message)
  const found: { start: number; ids: readonly string[] }[] = []
  const isTaken = new Uint8Array(text.length)
  for (const [name, ids] of namesOf(addressees)) {
    for (let start = text.indexOf(name); start >= 0; start = text.indexOf(name, start + 1)) {
      const end = start + name.length
      // The longest names come first: "Ada" in "Ada Quill" is a part of that name.
      if (isTaken[start] || isTaken[end - 1] || !isWhole(text, start, end)) continue
      isTaken.fill(1, start, end)
      found.push({ start, ids })
    }
  }
  return [...new Set(found.sort((a, b) => a.start - b.start).flatMap(({ ids }) => ids))]
}

/** The names and whom each means, the longest first. One that several have in part means nobody. */
function namesOf(addressees: readonly Addressee[]): [string, string[]][] {
  const whole = new Map<string, string[]>()
  const parts = new Map<string, string[]>()
  const add = (names: Map<string, string[]>, name: string, id: string) => {
    const ids = names.get(name) ?? []
    if (name !== '' && !ids.includes(id)) names.set(name, [...ids, id])
  }
  for (const { id, name, nickname = '' } of addressees) {
    for (const full of [name, nickname].map(fold)) {
      add(whole, full, id)
      for (const part of nameParts(full)) add(parts, part, id)
    }
  }
  for (const [part, ids] of parts) if (!whole.has(part)) whole.set(part, ids.length > 1 ? [] : ids)
  return [...whole].sort(([a], [b]) => b.length - a.length)
}

/** True if no word goes on before or after these places. */
function isWhole(text: string, start: number, end: number): boolean {
  return isBoundary(text, start) && (isBoundary(text, end) || isEndedByParticle(text, end))
}

function isBoundary(text: string, at: number): boolean {
  const before = characterBefore(text, at)
  const after = String.fromCodePoint(text.codePointAt(at) ?? 32)
  return !isWordCharacter(before) || !isWordCharacter(after) || isUnspaced(before) || isUnspaced(after)
}

function isEndedByParticle(text: string, at: number): boolean {
  return hangul.test(characterBefore(text, at)) && koreanEndings.test(text.slice(at, at + 8))
}

function characterBefore(text: string, at: number): string {
  if (at === 0) return ' '
  const low = text.charCodeAt(at - 1)
  return low >= 0xdc00 && low <= 0xdfff ? text.slice(at - 2, at) : text.charAt(at - 1)
}

/** Accents of Latin, Greek and Cyrillic letters, and the optional vowel signs of Hebrew and Arabic. */
const accents = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f]/g

function fold(text: string): string {
  const withoutAccents = text.toLowerCase().normalize('NFKD').replaceAll(accents, '').normalize('NFKC')
  return withoutAccents.replaceAll('ı', 'i').replaceAll(/\s+/g, ' ').trim()
}
