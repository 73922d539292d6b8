import { createAvatar, type StyleOptions } from '@dicebear/core'
import * as lorelei from '@dicebear/lorelei'
import { readSketch } from '#server/providers/images/sketch.ts'
import { castPortraits } from './cast-portraits.ts'
import { asDrawn } from './face.ts'
import { asAsked } from './sketch-face.ts'

/**
 * The built-in illustrator: an ink drawing with a white face, on nothing, so that it stands on any poster.
 * A member of the cast has the face that was chosen for them; a sketch has what its prompt asked for; any other name
 * draws its own, always the same.
 */
export function drawPortrait(name: string): string {
  const face = castPortraits.get(name)
  const asked = readSketch(name)
  const parts = face ? asDrawn(face) : { ...presentable, ...(asked ? asAsked(asked) : {}) }
  return createAvatar(lorelei, { seed: name, ...framed, ...parts }).toString()
}

/**
 * From the shoulders up: the picture's own edge cuts the bust, which would float above it otherwise. Without a mask
 * there is no id in the drawing, so any number of them can share a page.
 */
const framed = { scale: 105, translateY: 4, clip: false }

/** Nobody looks at these faces before they are shown, so the winces, the winks and the drool stay in the drawer. */
const presentable: StyleOptions<lorelei.Options> = {
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
