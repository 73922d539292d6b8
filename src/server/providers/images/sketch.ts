import { createHash } from 'node:crypto'

/** What a prompt asks a face to wear, each known by one letter of the sketch's name. */
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

const sketchName = /^sketch-[0-9a-f]{24}(?:-([a-i]+))?$/

/**
 * The name of the drawing a prompt asks for. It holds all that is needed to draw it again: a number that decides
 * everything the prompt leaves open, and a letter for each thing the prompt asked for.
 */
export function nameSketch(prompt: string): string {
  const words = prompt.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim()
  const number = createHash('sha256').update(words).digest('hex').slice(0, 24)
  const asked = Object.entries(traits)
    .filter(([, { words: pattern }]) => pattern.test(words))
    .map(([letter]) => letter)
    .join('')
  return asked === '' ? `sketch-${number}` : `sketch-${number}-${asked}`
}

/** What a sketch's name says is to be drawn; null for a name that is no sketch's. */
export function readSketch(name: string): ReadonlySet<Trait> | null {
  const match = sketchName.exec(name)
  if (!match) return null
  const letters = new Set(match[1])
  return new Set(
    Object.entries(traits)
      .filter(([letter]) => letters.has(letter))
      .map(([, { trait }]) => trait),
  )
}
