import type { Classifier } from '#server/providers/classifier/classifier.ts'
import type { Context } from './context.ts'

/** The classifier; null when none is configured, or admins have switched it off. */
export function activeClassifier({
  classifier,
  settings,
}: Pick<Context, 'classifier' | 'settings'>): Classifier | null {
  return settings.current().classifier ? classifier : null
}
