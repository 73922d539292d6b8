import { createAvatar, type StyleOptions } from '@dicebear/core'
import type { Options } from '@dicebear/lorelei'
import * as lorelei from '@dicebear/lorelei'
import { z } from 'zod'
import type { Expression } from '#engine/expressions/expression.ts'
import { readContent } from '#server/content/read-content.ts'
import { parsePortraitName, type Trait } from '#server/providers/images/portrait-name.ts'
import { greys, PortraitParts, styleOptionsOf } from './portrait-parts.ts'

/** The sample characters' portraits, by slug. */
export const samplePortraits = new Map(
  Object.entries(readContent('portraits.json', z.record(z.string(), PortraitParts))),
)

/**
 * Draws the portrait of a name as an SVG with a transparent background. The slug of a sample character gets the
 * portrait chosen by hand; the name of a prompt's portrait gets the prompt's traits; any other name is a seed. The same
 * name always gives the same drawing. An expression replaces eyes, brows and mouth, and no other part: the library takes one
 * random number for each part, however many variants it has.
 */
export function drawPortrait(name: string, expression: Expression = 'neutral'): string {
  const chosen = samplePortraits.get(name)
  const traits = parsePortraitName(name)
  const parts = chosen ? styleOptionsOf(chosen) : { ...neutralFaces, ...(traits ? traitOptions(traits) : {}) }
  return createAvatar(lorelei, { seed: name, ...framing, ...parts, ...faces[expression] })
    .toString()
    .replace(metadata, '')
}

/** The library writes the source of the drawings into each, a tenth of its bytes. The README names it. */
const metadata = /<metadata.*?<\/metadata>/s

/**
 * The bust reaches the lower edge of the image. `clip` is off because its mask has an id, and ids would collide where
 * several portraits are in one page.
 */
const framing = { scale: 105, translateY: 4, clip: false }

/** Variants as the library names them: `variant04`. */
const numbered = <Name extends string>(kind: string, ...numbers: number[]) =>
  numbers.map((number) => `${kind}${String(number).padStart(2, '0')}` as Name)

/** The variants without winks, grimaces and drool: a drawing is computed from a seed and not reviewed. */
const neutralFaces: StyleOptions<lorelei.Options> = {
  eyes: numbered('variant', 2, 4, 5, 6, 8, 10, 11, 12, 14, 16, 17, 20, 21, 23, 24),
  mouth: [...numbered<Mouth>('happy', 1, 2, 3, 4, 5, 6, 10, 13, 14, 18), ...numbered<Mouth>('sad', 5, 9)],
}

type Mouth = Variants<'mouth'>[number]
type Variants<Part extends 'hair' | 'mouth' | 'eyebrows' | 'glasses'> = NonNullable<Options[Part]>

const smiles: Variants<'mouth'> = ['happy02', 'happy05', 'happy10', 'happy14', 'happy18']
const frowns: Variants<'mouth'> = ['sad05', 'sad09']
const angryBrows: Variants<'eyebrows'> = ['variant04', 'variant10', 'variant13']
const sunglasses: Variants<'glasses'> = ['variant02']
const clearGlasses: Variants<'glasses'> = ['variant01', 'variant03', 'variant04', 'variant05']

const hairstyles = {
  bald: ['variant25', 'variant28'],
  bun: ['variant14', 'variant38', 'variant45', 'variant46'],
  ponytail: ['variant29', 'variant31', 'variant33', 'variant36', 'variant42', 'variant48'],
  longCurly: ['variant24', 'variant35'],
  shortCurly: ['variant05', 'variant22', 'variant39'],
  curly: ['variant05', 'variant18', 'variant22', 'variant24', 'variant32', 'variant35', 'variant39'],
  long: ['variant13', 'variant15', 'variant16', 'variant21', 'variant23', 'variant40', 'variant41'],
  short: numbered('variant', 1, 2, 3, 4, 6, 8, 9, 12, 43, 47),
} as const satisfies Record<string, Variants<'hair'>>

/** By descending precedence: "an old man with red hair" has red hair. */
const hairColours = [
  ['black hair', '000000'],
  ['brown hair', '6a4630'],
  ['blond hair', 'd8b065'],
  ['red hair', 'a8482c'],
  ['white hair', greys.silver],
  ['grey hair', greys.iron],
] as const

/**
 * DiceBear's options for the traits of a prompt. Accessories without a trait are left out; the seed decides the rest.
 */
function traitOptions(traits: ReadonlySet<Trait>): StyleOptions<Options> {
  const probability = (...names: Trait[]) => (names.some((name) => traits.has(name)) ? 100 : 0)
  const hair = hairstyleOf(traits)
  const colour = hairColours.find(([trait]) => traits.has(trait))?.[1]
  return {
    beardProbability: probability('beard'),
    glassesProbability: probability('glasses', 'sunglasses'),
    earringsProbability: probability('earrings'),
    frecklesProbability: probability('freckles'),
    hairAccessoriesProbability: probability('flowers'),
    ...(traits.has('sunglasses') ? { glasses: sunglasses } : traits.has('glasses') ? { glasses: clearGlasses } : {}),
    ...(hair ? { hair: [...hair] } : {}),
    ...(colour ? { hairColor: [colour], eyebrowsColor: [isGrey(colour) ? greys.eyebrows : '000000'] } : {}),
    ...(traits.has('angry') ? { eyebrows: angryBrows } : {}),
    ...moodOf(traits),
  }
}

const isGrey = (colour: string) => colour === greys.silver || colour === greys.iron

function hairstyleOf(traits: ReadonlySet<Trait>): Readonly<Variants<'hair'>> | null {
  for (const style of ['bald', 'bun', 'ponytail'] as const) if (traits.has(style)) return hairstyles[style]
  const [isLong, isShort] = [traits.has('long hair'), traits.has('short hair')]
  if (traits.has('curly hair')) return hairstyles[isLong ? 'longCurly' : isShort ? 'shortCurly' : 'curly']
  return isLong ? hairstyles.long : isShort ? hairstyles.short : null
}

function moodOf(traits: ReadonlySet<Trait>): StyleOptions<Options> {
  if (traits.has('smiling')) return { mouth: smiles }
  return traits.has('serious') || traits.has('angry') ? { mouth: frowns } : {}
}

type Face = Required<Pick<StyleOptions<Options>, 'eyes' | 'eyebrows' | 'mouth'>>

/** The parts that show an expression, chosen by eye. The usual face of a portrait is its own. */
const faces: Record<Expression, Partial<Face>> = {
  neutral: {},
  joy: { eyebrows: ['variant05'], mouth: ['happy05'] },
  amusement: { eyes: ['variant22'], eyebrows: ['variant05'], mouth: ['happy06'] },
  love: { eyes: ['variant19'], eyebrows: ['variant02'], mouth: ['happy01'] },
  pride: { eyes: ['variant08'], eyebrows: ['variant12'], mouth: ['happy10'] },
  surprise: { eyes: ['variant16'], eyebrows: ['variant05'], mouth: ['sad01'] },
  curiosity: { eyes: ['variant05'], eyebrows: ['variant05'], mouth: ['happy13'] },
  confusion: { eyes: ['variant24'], eyebrows: ['variant12'], mouth: ['sad02'] },
  embarrassment: { eyes: ['variant20'], eyebrows: ['variant01'], mouth: ['happy15'] },
  fear: { eyes: ['variant21'], eyebrows: ['variant01'], mouth: ['sad06'] },
  sadness: { eyes: ['variant19'], eyebrows: ['variant01'], mouth: ['sad04'] },
  anger: { eyes: ['variant08'], eyebrows: ['variant13'], mouth: ['sad07'] },
  disgust: { eyes: ['variant03'], eyebrows: ['variant04'], mouth: ['sad08'] },
}
