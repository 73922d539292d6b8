import type { AvailableModels } from '#shared/models.ts'

/** From so many models on, a field above the list finds them by a part of their name. */
export const searchedFrom = 30
const shownMax = 200

/** The models whose names contain every word of `search`, of many the first; and why not all are shown, or null. */
export function findModels({ models, omitted }: Pick<AvailableModels, 'models' | 'omitted'>, search: string) {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const found = models.filter(({ id }) => words.every((word) => id.toLowerCase().includes(word)))
  const shown = found.slice(0, shownMax)
  if (found.length === 0) return { shown, note: 'No model of this list has that in its name.' }
  if (found.length > shown.length) {
    return { shown, note: `The list has the first ${shownMax} of ${format(found.length)}: enter more of the name.` }
  }
  const note = omitted > 0 ? `The service lists ${format(omitted)} more, which are not shown here.` : null
  return { shown, note }
}

const format = (count: number) => count.toLocaleString('en')
