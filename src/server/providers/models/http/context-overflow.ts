import { overflowMessage, parseErrorBody } from './classify-error.ts'
import { ErrorResponse } from './upstream-error.ts'

/** What a service says about a request that does not fit into its window. A number it does not name is null. */
export interface ContextOverflow {
  windowTokens: number | null
  /** The tokens of the prompt, as the service counts them. */
  promptTokens: number | null
}

/** The places where services name their window. Groq's limit is of tokens in a minute, which one request must keep to. */
const windowPatterns = [
  /"n_ctx":\s*(\d+)/,
  /n_ctx \((\d+)\)/,
  /maximum context length (?:is|of) (?:only )?(\d+)/i,
  /with (\d+) maximum context length/i,
  /context (?:length|window|size) of (?:only )?(\d+)/i,
  /(?:\d+) tokens > (\d+) maximum/i,
  /maximum number of tokens allowed \((\d+)\)/i,
  /\(TPM\): Limit (\d+)/,
]
const promptPatterns = [
  /"n_prompt_tokens":\s*(\d+)/,
  /n_keep \((\d+)\)/,
  /keep the first (\d+) tokens/i,
  /(\d+) (?:in the messages|of text input|input tokens)/i,
  /prompt contains (\d+) tokens/i,
  /(\d+) tokens > \d+ maximum/i,
  /input token count \((\d+)\)/i,
]

/** Null for an error of another kind. */
export function parseContextOverflow(error: unknown): ContextOverflow | null {
  if (!(error instanceof ErrorResponse) || ![200, 400, 413, 422, 429, 500].includes(error.status)) return null
  const { kind, message } = parseErrorBody(error.body)
  const isTooLarge = error.status === 413 || /request too large/i.test(message)
  const isOverflow = /context_length|exceed_context|context_size/.test(kind) || overflowMessage.test(message)
  if (!isTooLarge && (!isOverflow || error.status === 429)) return null
  return {
    windowTokens: firstNumber(windowPatterns, error.body),
    promptTokens: firstNumber(promptPatterns, error.body),
  }
}

function firstNumber(patterns: readonly RegExp[], text: string): number | null {
  for (const pattern of patterns) {
    const number = Number(pattern.exec(text)?.[1])
    if (Number.isSafeInteger(number) && number > 0) return number
  }
  return null
}
