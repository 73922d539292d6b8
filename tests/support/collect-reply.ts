import { sampleCard } from '#engine/cards/sample-card.ts'
import type { DemoRequest, ModelProvider, ModelRequest, ModelResult } from '#server/providers/models/provider.ts'

/** A request that always gets the same reply. It has what remote models need and what the demo model needs. */
export function modelRequest(over: Partial<ModelRequest> = {}): ModelRequest & DemoRequest {
  return {
    messages: [
      { role: 'system', content: 'You are the keeper of a small café by the harbour.' },
      { role: 'assistant', content: '"Come in. What brings you here?"' },
      { role: 'user', content: 'I found an old map in my coat. Do you know this island?' },
    ],
    temperature: 0.8,
    maxTokens: 600,
    seed: 11,
    character: sampleCard,
    userName: 'Sam',
    kind: 'reply',
    ...over,
  }
}

/** Generates a reply and collects its pieces. */
export async function collectReply(
  provider: ModelProvider,
  over: Partial<ModelRequest> = {},
  { signal = new AbortController().signal }: { signal?: AbortSignal } = {},
): Promise<{ pieces: string[]; result: ModelResult }> {
  const pieces: string[] = []
  const result = await provider.generate(modelRequest(over), { signal, onText: (text) => pieces.push(text) })
  return { pieces, result }
}
