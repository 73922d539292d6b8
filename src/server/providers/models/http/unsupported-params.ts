import type { PromptMessage } from '#engine/prompt/input.ts'
import { needsStrictRoles } from '../strict-roles.ts'
import { parseErrorBody } from './classify-error.ts'
import { ErrorResponse } from './upstream-error.ts'

interface OptionalParam {
  name: string
  /** Whether an error that names the parameter is enough, or it must also say that the parameter is not supported. */
  nameIsEnough: boolean
}

const optionalParams: readonly OptionalParam[] = [
  { name: 'stream_options', nameIsEnough: true },
  { name: 'max_tokens', nameIsEnough: false },
  { name: 'max_completion_tokens', nameIsEnough: false },
  { name: 'temperature', nameIsEnough: false },
  { name: 'seed', nameIsEnough: false },
  { name: 'random_seed', nameIsEnough: false },
  { name: 'stop', nameIsEnough: false },
  { name: 'stop_sequences', nameIsEnough: false },
  { name: 'reasoning_effort', nameIsEnough: false },
  { name: 'thinking', nameIsEnough: false },
]

const notSupported =
  /unsupported|not (?:be )?(?:supported|permitted|allowed|accepted|available)|does(?:n't| not) support|deprecated|unrecognized|unknown|unexpected|extra|removed|only the default/i
const prefillRejected = /prefill|must end with a user|last message (?:must|should|role)/i
const rolesMustAlternate =
  /roles? must alternate|alternat\w+ user|system (?:message|role).{0,40}(?:beginning|first|not supported)|only user(?:,| and).{0,40}roles/i

/**
 * The parameters that a server has rejected. Servers of the same protocol support different ones; a rejected one is
 * left out of every later request, so that only the first request needs a retry.
 */
export class UnsupportedParams {
  readonly #params = new Set<string>()

  /**
   * `roles` stands for messages in an order other than user and assistant in turn, `prefill` for an assistant message
   * at the end.
   */
  has(param: string): boolean {
    return this.#params.has(param)
  }

  /** Records the parameters that the error names. True if there are any, so that a retry without them can succeed. */
  learnFrom(error: unknown, sent: Readonly<Record<string, unknown>>): boolean {
    if (!(error instanceof ErrorResponse)) return false
    const body = parseErrorBody(error.body)
    const message = body.message.slice(0, 2_000)
    const rejected = error.status === 400 || error.status === 422 ? optionalParams.filter(isRejected) : []
    for (const { name } of rejected) this.#params.add(name)
    if (rejected.length > 0) return true
    if (endsWithReply(sent.messages) && prefillRejected.test(message)) return this.#add('prefill')
    if (!rolesMustAlternate.test(message) || !needsStrictRoles(sent.messages)) return false
    return this.#add('roles')

    function isRejected({ name, nameIsEnough }: OptionalParam): boolean {
      // "Use 'max_completion_tokens' instead" names both parameters. Only one that was sent can be rejected.
      if (!(name in sent)) return false
      const isNamed = body.param === name || new RegExp(`\\b${name}\\b`).test(message)
      return isNamed && (nameIsEnough || notSupported.test(message))
    }
  }
  #add(param: string): true {
    this.#params.add(param)
    return true
  }
}

function endsWithReply(messages: unknown): boolean {
  return Array.isArray(messages) && (messages.at(-1) as PromptMessage | undefined)?.role === 'assistant'
}
