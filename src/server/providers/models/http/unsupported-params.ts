import { hasFreeRoles } from '../reply-filters/roles.ts'
import { errorWords } from './classify-error.ts'
import { UpstreamRefusal } from './upstream-error.ts'

/** Something a server may refuse, and how its refusal sounds. */
interface Refusable {
  /** The field of the request. */
  field: string
  /** Whether naming the field is enough, or the words must also say that it is unwelcome. */
  plain: boolean
}

const refusables: readonly Refusable[] = [
  { field: 'stream_options', plain: true },
  { field: 'max_tokens', plain: false },
  { field: 'max_completion_tokens', plain: false },
  { field: 'temperature', plain: false },
  { field: 'seed', plain: false },
  { field: 'random_seed', plain: false },
  { field: 'stop', plain: false },
  { field: 'stop_sequences', plain: false },
  { field: 'reasoning_effort', plain: false },
  { field: 'thinking', plain: false },
]

const unwelcome =
  /unsupported|not (?:be )?(?:supported|permitted|allowed|accepted|available)|does(?:n't| not) support|deprecated|unrecognized|unknown|unexpected|extra|removed|only the default/i
const rolesRefused =
  /roles? must alternate|alternat\w+ user|system (?:message|role).{0,40}(?:beginning|first|not supported)|only user(?:,| and).{0,40}roles/i

/**
 * Servers that speak "the same" protocol differ in what they refuse. What one has refused by name is left out from then
 * on, so the first player waits for one more round trip and nobody after.
 */
export class Accommodations {
  readonly #without = new Set<string>()

  /** Whether to do without `field` (or, for `roles`, without roles in free order). */
  without(field: string): boolean {
    return this.#without.has(field)
  }

  /** Whether the refusal named something that was sent and can be left out: then the request is worth sending again. */
  learn(error: unknown, sent: Readonly<Record<string, unknown>>): boolean {
    if (!(error instanceof UpstreamRefusal)) return false
    const { message, param } = errorWords(error.body)
    const words = message.slice(0, 2_000)
    const refused = error.status === 400 || error.status === 422 ? refusables.filter(isRefused) : []
    // "Use 'max_completion_tokens' instead" names both; only what was sent is refused.
    for (const { field } of refused) this.#without.add(field)
    if (refused.length > 0) return true
    if (!rolesRefused.test(words) || !hasFreeRoles(sent.messages)) return false
    this.#without.add('roles')
    return true

    function isRefused({ field, plain }: Refusable): boolean {
      if (!(field in sent)) return false
      if (param === field) return plain || unwelcome.test(words)
      return new RegExp(`\\b${field}\\b`).test(words) && (plain || unwelcome.test(words))
    }
  }
}
