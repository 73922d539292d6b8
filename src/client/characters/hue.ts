import { categoryHue } from '#shared/category-hues.ts'

const hues: Record<string, number> = categoryHue

/** The poster hue of a category. Unknown categories get a warm default. */
export function hueOf(category: string): number {
  return hues[category] ?? 40
}
