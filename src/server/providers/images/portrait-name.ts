import { createHash } from 'node:crypto'

/** The traits that a prompt can ask for. Each has a letter in the portrait's name. */
const traits = {
  a: { trait: 'beard', words: /\b(?:beard(?:ed)?|goatee|stubble|moustache|mustache|whiskers)\b/ },
  b: { trait: 'glasses', words: /\b(?:glasses|spectacles|bespectacled|goggles|monocle|librarian|professor)\b/ },
  c: { trait: 'earrings', words: /\b(?:ear-?rings?|jewell?er?y|hoops|pirate)\b/ },
  d: { trait: 'freckles', words: /\b(?:freckles?|freckled|freckly)\b/ },
  e: { trait: 'flowers', words: /\b(?:flowers?|blossoms?|garland|wreath)\b/ },
  f: {
    trait: 'silver',
    words:
      /\b(?:old|older|elderly|aged|ancient|grandmother|grandfather|grandma|grandpa|(?:white|silver)[- ]?hair(?:ed)?)\b/,
  },
  g: { trait: 'iron', words: /\b(?:gr[ae]y(?:ing)?|middle-aged|weathered|grizzled|veteran)\b/ },
  h: { trait: 'smiling', words: /\b(?:smil\w*|happy|cheerful|laugh\w*|grin\w*|merry|jolly|friendly|warm|kind)\b/ },
  i: { trait: 'grave', words: /\b(?:sad|grave|stern|serious|gloomy|melanchol\w*|brooding|grim|weary|solemn)\b/ },
} as const

export type Trait = (typeof traits)[keyof typeof traits]['trait']

/** `sketch` is part of stored avatar addresses. */
const namePattern = /^sketch-[0-9a-f]{24}(?:-([a-i]+))?$/

/**
 * The name of the portrait for a prompt: a hash of the prompt, which seeds the drawing, and the letters of its traits.
 * The portrait can be drawn again from its name alone.
 */
export function portraitName(prompt: string): string {
  const text = prompt.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim()
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 24)
  const letters = Object.entries(traits)
    .filter(([, { words }]) => words.test(text))
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
