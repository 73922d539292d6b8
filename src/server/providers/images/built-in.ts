import { portraitName } from './portrait-name.ts'
import type { GeneratedImage, ImageProvider } from './provider.ts'

/** Returns the name of an ink portrait that depends on the prompt. The portrait is drawn when it is requested. */
export class BuiltInIllustrator implements ImageProvider {
  readonly id = 'builtin'
  readonly label = 'Built-in illustrator'
  readonly builtIn = true

  async generate(prompt: string, { signal }: { signal: AbortSignal }): Promise<GeneratedImage> {
    signal.throwIfAborted()
    return { kind: 'portrait', name: portraitName(prompt) }
  }

  async close(): Promise<void> {}
}
