import { BuiltInIllustrator } from './built-in.ts'
import type { ImageProvider } from './provider.ts'

/** Chooses who draws. */
export function chooseIllustrator(): ImageProvider {
  return new BuiltInIllustrator()
}
