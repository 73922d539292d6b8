import type { Category } from './character-terms.ts'

/**
 * The OKLCH hue that tints a category's posters. Eight are as the designer drew them; the others stand in the gaps
 * of the wheel, and no two are closer than 15°.
 */
export const categoryHue: Record<Category, number> = {
  Adventure: 180,
  Comedy: 60,
  'Creative Writing': 310,
  Drama: 40,
  Education: 270,
  Fantasy: 110,
  Gaming: 290,
  Historical: 85,
  Horror: 20,
  'Life Advice': 150,
  Modern: 330,
  Mystery: 250,
  Other: 130,
  Romance: 350,
  'Sci-Fi': 210,
  BDSM: 5,
}
