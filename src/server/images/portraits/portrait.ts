import { createAvatar, type StyleOptions } from '@dicebear/core'
import * as lorelei from '@dicebear/lorelei'
import { z } from 'zod'
import { readContent } from '#server/content/read-content.ts'
import { parsePortraitName } from '#server/providers/images/portrait-name.ts'
import { PortraitParts, styleOptionsOf } from './portrait-parts.ts'
import { traitOptions } from './trait-options.ts'

/** The sample characters' portraits, by slug. */
export const samplePortraits = new Map(
  Object.entries(readContent('portraits.json', z.record(z.string(), PortraitParts))),
)

/**
 * Draws the portrait of a name as an SVG with a transparent background. The slug of a sample character gets the
 * portrait chosen by hand; the name of a prompt's portrait gets the prompt's traits; any other name is a seed. The same
 * name always gives the same drawing.
 */
export function drawPortrait(name: string): string {
  const chosen = samplePortraits.get(name)
  const traits = parsePortraitName(name)
  const parts = chosen ? styleOptionsOf(chosen) : { ...neutralFaces, ...(traits ? traitOptions(traits) : {}) }
  return createAvatar(lorelei, { seed: name, ...framing, ...parts })
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

/** The variants without winks, grimaces and drool: a drawing is computed from a seed and not reviewed. */
const neutralFaces: StyleOptions<lorelei.Options> = {
  eyes: [
    'variant02',
    'variant04',
    'variant05',
    'variant06',
    'variant08',
    'variant10',
    'variant11',
    'variant12',
    'variant14',
    'variant16',
    'variant17',
    'variant20',
    'variant21',
    'variant23',
    'variant24',
  ],
  mouth: [
    'happy01',
    'happy02',
    'happy03',
    'happy04',
    'happy05',
    'happy06',
    'happy10',
    'happy13',
    'happy14',
    'happy18',
    'sad05',
    'sad09',
  ],
}
