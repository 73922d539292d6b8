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
  'a doubled letter': (text: string, random: () => number) =>
    inEachWord(text, random, (word, at) => cut(word, at, word[at] + word.slice(at))),
  'every letter doubled': (text: string) => text.replaceAll(/[A-Za-z]/g, '$&$&'),
  cherokee: (text: string) => [...text].map((c) => cherokee[c.toUpperCase()] ?? c).join(''),
  'turned letters': (text: string) => turn(text),
  'turned text': (text: string) => [...turn(text)].reverse().join(''),
} satisfies Record<string, Mutate>
export type Mutation = keyof typeof mutations
export const mutationNames = Object.keys(mutations) as Mutation[]

/** Ways that the rules find in part or not at all. */
export const hardMutations = {
  'no spaces': (text: string) => text.replaceAll(' ', ''),
  'pairs of words joined': (text: string) => text.replaceAll(/(\w) (\w+)( |$)/g, '$1$2$3'),
  'a dropped letter': (text: string, random: () => number) =>
    inEachWord(text, random, (word, at) => cut(word, at, word.slice(at + 1))),
  'two letters swapped': (text: string, random: () => number) =>
    inEachWord(text, random, (word, at) => cut(word, at - 1, `${word[at]}${word[at - 1]}${word.slice(at + 1)}`)),
  'filler words': (text: string, random: () => number) =>
    text.replaceAll(' ', () => (random() < 0.5 ? ` ${pick(['um', 'uh', 'er', 'hmm', 'ah', 'erm'], random)} ` : ' ')),
  'adverbs between': (text: string, random: () => number) =>
    text.replaceAll(' ', () =>
      random() < 0.4 ? ` ${pick(['really', 'very', 'quite', 'simply', 'perhaps'], random)} ` : ' ',
    ),
} satisfies Record<string, Mutate>
export type HardMutation = keyof typeof hardMutations
export const hardMutationNames = Object.keys(hardMutations) as HardMutation[]

type Mutate = (text: string, random: () => number) => string

const cut = (word: string, at: number, rest: string) => word.slice(0, at) + rest

/** Changes each longer word at a letter within it. */
const inEachWord = (text: string, random: () => number, change: (word: string, at: number) => string) =>
  text.replaceAll(/[A-Za-z]{4,}/g, (word) => change(word, 1 + Math.floor(random() * (word.length - 1))))

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
const cherokee: Record<string, string> = {
  A: 'Ꭺ',
  B: 'Ᏼ',
  C: 'Ꮯ',
  D: 'Ꭰ',
  E: 'Ꭼ',
  G: 'Ꮐ',
  H: 'Ꮋ',
  I: 'Ꮖ',
  J: 'Ꭻ',
  K: 'Ꮶ',
  L: 'Ꮮ',
  M: 'Ꮇ',
  O: 'Ꮎ',
  P: 'Ꮲ',
  R: 'Ꮢ',
  S: 'Ꮪ',
  T: 'Ꭲ',
  V: 'Ꮩ',
  W: 'Ꮃ',
  Y: 'Ꮍ',
  Z: 'Ꮓ',
}
const turned: Record<string, string> = {
  a: 'ɐ',
  b: 'q',
  c: 'ɔ',
  d: 'p',
  e: 'ǝ',
  f: 'ɟ',
  g: 'ƃ',
  h: 'ɥ',
  i: 'ᴉ',
  j: 'ɾ',
  k: 'ʞ',
  l: 'l',
  m: 'ɯ',
  n: 'u',
  p: 'd',
  q: 'b',
  r: 'ɹ',
  t: 'ʇ',
  u: 'n',
  v: 'ʌ',
  w: 'ʍ',
  y: 'ʎ',
}
const turn = (text: string) => [...text.toLowerCase()].map((c) => turned[c] ?? c).join('')
const leet: Record<string, string> = { a: '4', e: '3', i: '1', o: '0', s: '5', t: '7' }

function pick<T>(values: readonly T[], random: () => number): T {
  return values[Math.floor(random() * values.length)] as T
}
