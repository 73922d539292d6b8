import { createHash } from 'node:crypto'

/** A word for the hair comes within two words of "long", "red" and the like: "long, dark hair". */
const hair = '(?:[-, ]+[a-z]+){0,2}?[-, ]+(?:hair(?:ed)?|curls|locks|bob|bun|braids?|pony-?tail|beard(?:ed)?)\\b'
const hairOr = (hairWords: string, words = '(?!)') => new RegExp(`\\b(?:(?:${hairWords})${hair}|(?:${words})\\b)`)

/**
 * The traits that a prompt can ask for. Each has a letter in the portrait's name, which is stored: a letter keeps its
 * meaning.
 */
const traits = {
  a: { trait: 'beard', words: /\b(?:beard(?:ed)?|goatee|stubble|moustache|mustache|whiskers)\b/ },
  b: { trait: 'glasses', words: /\b(?:glasses|spectacles|bespectacled|goggles|monocle)\b/ },
  c: { trait: 'earrings', words: /\b(?:ear-?rings?|hoops)\b/ },
  d: { trait: 'freckles', words: /\b(?:freckles?|freckled|freckly)\b/ },
  e: { trait: 'flowers', words: /\b(?:flowers?|blossoms?|garland|wreath)\b/ },
  f: {
    trait: 'white hair',
    words: hairOr('white|silver', 'old|older|elderly|aged|ancient|grandmother|grandfather|grandma|grandpa'),
  },
  g: { trait: 'grey hair', words: hairOr('gr[ae]y(?:ing)?', 'middle-aged|weathered|grizzled') },
  h: { trait: 'smiling', words: /\b(?:smil\w*|happy|cheerful|laugh\w*|grin\w*|merry|jolly)\b/ },
  i: {
    trait: 'serious',
    words: /\b(?:sad|grave|stern|serious|gloomy|melanchol\w*|brooding|grim|weary|solemn)\b/,
  },
  j: { trait: 'long hair', words: hairOr('long') },
  k: { trait: 'short hair', words: hairOr('short|cropped', 'crew cut|pixie cut') },
  l: { trait: 'curly hair', words: /\b(?:curly|curls|wavy|frizzy|afro)\b/ },
  m: { trait: 'bald', words: /\b(?:bald|balding|hairless|shaven head|shaved head)\b/ },
  n: { trait: 'bun', words: /\b(?:bun|buns|top-?knot)\b/ },
  o: { trait: 'ponytail', words: /\b(?:pony-?tails?|pigtails?)\b/ },
  p: { trait: 'blond hair', words: hairOr('gold(?:en)?|fair|yellow', 'blonde?s?') },
  q: { trait: 'brown hair', words: hairOr('brown|chestnut|hazel', 'brunettes?') },
  r: { trait: 'red hair', words: hairOr('red|copper|auburn', 'redhead(?:ed)?|ginger') },
  s: { trait: 'sunglasses', words: /\b(?:sunglasses|dark glasses)\b/ },
  t: { trait: 'angry', words: /\b(?:angry|furious|fierce|scowl\w*)\b/ },
  u: { trait: 'black hair', words: hairOr('black', 'dark[- ]hair(?:ed)?') },
} as const

export type Trait = (typeof traits)[keyof typeof traits]['trait']

/** `sketch` is part of stored avatar addresses. */
const namePattern = /^sketch-[0-9a-f]{24}(?:-([a-u]+))?$/

/** "No beard", "without glasses" */
const negated = /\b(?:no|not|without)(?: an?| any)? [\w-]+/g

/**
 * The name of the portrait for a prompt: a hash of the prompt, which seeds the drawing, and the letters of its traits.
 * The portrait can be drawn again from its name alone.
 */
export function portraitName(prompt: string): string {
  const text = prompt.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim()
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 24)
  const wanted = text.replaceAll(negated, '')
  const letters = Object.entries(traits)
    .filter(([, { words }]) => words.test(wanted))
    .map(([letter]) => letter)
    .join('')
  return letters === '' ? `sketch-${hash}` : `sketch-${hash}-${letters}`
}

/** The traits in the name of a prompt's portrait; null for any other name. */
export function parsePortraitName(name: string): ReadonlySet<Trait> | null {
  const match = namePattern.exec(name)
  if (!match) return null
  const letters = new Set(match[1])
  return new Set(
    Object.entries(traits)
      .filter(([letter]) => letters.has(letter))
      .map(([, { trait }]) => trait),
  )
}
