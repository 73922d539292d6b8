import type { z } from 'zod'
import { unseen } from '#engine/is-blank.ts'

/** Zero-width joiners and variation selectors where they change what is seen: in emoji and in scripts that join letters. */
const joining =
  'Arabic|Syriac|Mongolian|Devanagari|Bengali|Gurmukhi|Gujarati|Oriya|Tamil|Telugu|Kannada|Malayalam|Sinhala|Khmer'
    .split('|')
    .map((script) => `\\p{scx=${script}}`)
    .join('')
const visible = [
  '(?<=\\p{Extended_Pictographic})\\ufe0f',
  '(?<=[0-9#*])\\ufe0f(?=\\u20e3)',
  '(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f])\\u200d(?=\\p{Extended_Pictographic})',
  `(?<=[${joining}])[\\u200c\\u200d](?=[${joining}])`,
].join('|')

/**
 * Control characters, lone surrogates, bidirectional controls and characters without a shape: with them, two names that
 * differ look the same, or a name changes the text around it.
 */
const hidden = `[\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}${unseen}]`
const visibleOrHidden = new RegExp(`(${visible})|${hidden}`, 'gu')

/** The name without its hidden characters. */
const withoutHidden = (name: string) => name.replaceAll(visibleOrHidden, (_, joiner?: string) => joiner ?? '')

/** Alphabets with letters that look like those of another one. Latin goes together with the scripts of East Asia. */
const alphabets = ['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Coptic', 'Cherokee', 'Lisu'].map((script) => {
  const companions =
    script === 'Latin' ? '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}\\p{sc=Bopomofo}' : ''
  return {
    letter: new RegExp(`(?=\\p{L})\\p{sc=${script}}`, 'u'),
    foreign: new RegExp(`(?=\\p{L})[^\\p{sc=${script}}\\p{sc=Common}\\p{sc=Inherited}${companions}]`, 'u'),
  }
})

/** More marks on one letter than any language writes: they cover the lines above and below. */
const stackedMarks = /\p{Mn}{5,}/u

/** Whether one word mixes alphabets, as imitations do: "Аda" with a Cyrillic А. */
function mixesAlphabets(name: string): boolean {
  return name
    .split(/[^\p{L}\p{M}]+/u)
    .some((word) => alphabets.some((one) => one.letter.test(word) && one.foreign.test(word)))
}

/** Replaces spaces of any kind and number by one ordinary space. The checks reject line breaks. */
export const spaceOnce = (name: string): string =>
  name
    .normalize('NFC')
    .replaceAll(/[\p{Zs}\t]+/gu, ' ')
    .trim()

/** Composes letters and their marks, removes hidden characters, and writes each space as one. */
export function cleanName(name: string): string {
  return spaceOnce(withoutHidden(name.replaceAll(/\s/gu, ' ')))
}

/** The checks of a name that other people read. `subject` begins the messages: "Display name". */
export function readableName<Name extends z.ZodType<string, string>>(name: Name, subject: string) {
  return name
    .refine((text) => withoutHidden(text) === text, `${subject} contains characters that cannot be shown`)
    .refine((text) => !stackedMarks.test(text), `${subject} has too many marks on one letter`)
    .refine((text) => !mixesAlphabets(text), `${subject} mixes letters of different alphabets in one word`)
}
