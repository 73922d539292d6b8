import { categoryHue } from '#shared/category-hues.ts'

const hues: Record<string, number> = categoryHue

/** The hue of a category's posters; a category we do not know gets the warm one. */
export function hueOf(category: string): number {
  return hues[category] ?? 40
}
