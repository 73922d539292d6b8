import { BuiltInIllustrator } from './built-in.ts'
import type { ImageProvider } from './provider.ts'

export function createImageProvider(): ImageProvider {
  return new BuiltInIllustrator()
}
