import type { ImageProvider, Picture } from './provider.ts'
import { nameSketch } from './sketch.ts'

/** The house's own illustrator: an ink portrait that follows from the prompt, drawn when it is looked at. */
export class BuiltInIllustrator implements ImageProvider {
  readonly id = 'builtin'
  readonly label = 'Built-in illustrator'
  readonly builtIn = true

  async generate(prompt: string, { signal }: { signal: AbortSignal }): Promise<Picture> {
    signal.throwIfAborted()
    return { kind: 'drawing', name: nameSketch(prompt) }
  }
}
