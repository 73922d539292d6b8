/** Ways to write a text so that a reader understands it and a list of words does not. */
export const mutations = {
  case: (text: string, random: () => number) =>
    [...text].map((c) => (random() < 0.5 ? c.toUpperCase() : c.toLowerCase())).join(''),
  'zero-width': (text: string, random: () => number) =>
    [...text]
      .map((c) => (random() < 0.3 ? c + pick(['\u200b', '\u200d', '\u2060', '\u00ad', '\ufeff'], random) : c))
      .join(''),
  homoglyph: (text: string, random: () => number) =>
    [...text].map((c) => (random() < 0.6 ? (homoglyphs[c] ?? c) : c)).join(''),
  'full-width': (text: string, random: () => number) =>
    [...text]
      .map((c) => (/[a-zA-Z0-9]/.test(c) && random() < 0.6 ? String.fromCodePoint(c.charCodeAt(0) + 0xfee0) : c))
      .join(''),
  leet: (text: string, random: () => number) =>
    // A digit in a word stands for a letter; in a number it stands for itself.
    text.replaceAll(/[A-Za-z]+/g, (word) => [...word].map((c) => (random() < 0.4 ? (leet[c] ?? c) : c)).join('')),
  spacing: (text: string, random: () => number) => {
    const separator = pick([' ', '.', '-', '_', '*'], random)
    return text.replaceAll(/[A-Za-z]{4,}/g, (word) => (random() < 0.5 ? [...word].join(separator) : word))
  },
  'white space': (text: string, random: () => number) =>
    text.replaceAll(' ', () => pick([' ', '  ', '\n', '\t', '\u00a0', ' \u2003'], random)),
  marks: (text: string, random: () => number) =>
    [...text]
      .map((c) => (/[a-z]/i.test(c) && random() < 0.4 ? c + pick(['\u0301', '\u0336', '\u0323'], random) : c))
      .join(''),
  'repeated letters': (text: string, random: () => number) =>
    text.replaceAll(/[A-Za-z]{4,}/g, (word) => {
      const at = 1 + Math.floor(random() * (word.length - 2))
      return word.slice(0, at) + (word[at] ?? '').repeat(4) + word.slice(at + 1)
    }),
} satisfies Record<string, (text: string, random: () => number) => string>
export type Mutation = keyof typeof mutations
export const mutationNames = Object.keys(mutations) as Mutation[]

const homoglyphs: Record<string, string> = {
  a: 'а',
  c: 'с',
  e: 'е',
  i: 'і',
  j: 'ј',
  o: 'ο',
  p: 'р',
  s: 'ѕ',
  x: 'х',
  y: 'у',
  n: 'ո',
  u: 'ս',
  A: 'А',
  I: 'Ι',
  S: 'Ѕ',
}
const leet: Record<string, string> = { a: '4', e: '3', i: '1', o: '0', s: '5', t: '7' }

function pick<T>(values: readonly T[], random: () => number): T {
  return values[Math.floor(random() * values.length)] as T
}
