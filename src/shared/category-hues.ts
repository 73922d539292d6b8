import type { Category } from './character-terms.ts'

/**
 * The OKLCH hue of each category's posters. Eight come from the design; the others fill the gaps, at least 15° apart.
 */
const categoryHue = {
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
} satisfies Record<Category, number>

const hues: Record<string, number> = categoryHue

/** The poster hue of a category. Unknown categories get a warm default. */
export function hueOf(category: string): number {
  return hues[category] ?? 40
}
