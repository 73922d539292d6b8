import { estimateTokens } from '#engine/prompt/estimate.ts'
import type { PromptMessage } from '#engine/prompt/input.ts'
import type { RemoteModel } from './provider.ts'

interface TextRequest {
  messages: PromptMessage[]
  temperature: number
  maxTokens: number
}

/** The whole answer of a model, where nobody watches it being written. */
export async function generateText(model: RemoteModel, request: TextRequest, signal: AbortSignal): Promise<string> {
  let text = ''
  const promptTokens = request.messages.reduce((sum, { content }) => sum + estimateTokens(content), 0)
  const onText = (piece: string) => {
    text += piece
  }
  const onReplace = (whole: string) => {
    text = whole
  }
  await model.generate({ ...request, promptTokens }, { signal, onText, onReplace })
  return text
}
