import { z } from 'zod'
import { Upstream } from '../models/http/upstream.ts'
import { InvalidReplyError } from '../models/http/upstream-error.ts'

/** What a classifier says of a text: the categories that it found, with its scores from 0 to 1. */
export type Findings = ReadonlyMap<string, number | null>

/** A service that looks for harmful content. `classify` rejects when it cannot say; it never takes longer than its timeout. */
export interface Classifier {
  /** For moderators: which model judged. */
  readonly model: string
  /** False after several calls without an answer, until it answers again. */
  readonly isAvailable: boolean
  classify(text: string): Promise<Findings>
  close(): Promise<void>
}

/** OpenAI's categories that the safety policy knows. A service that knows none of them is not one of this protocol. */
const knownCategories = ['sexual/minors', 'sexual', 'self-harm/intent', 'self-harm/instructions', 'illicit/violent']

const ModerationResponse = z.object({
  results: z.array(
    z.object({
      categories: z.record(z.string(), z.boolean().nullable()),
      category_scores: z.record(z.string(), z.number().nullable()).nullish(),
    }),
  ),
})

/** Failures in a row after which the service counts as away. */
const maxFailures = 5

/** UTF-16 code units per input of a request: services read only so much of one. */
const inputLength = 8_000

interface ClassifierOptions {
  baseUrl: string
  apiKey: string | undefined
  model: string
  timeoutMs: number
  /** Called when the service stops answering, with its last error, and when it answers again. */
  onChange: (isAvailable: boolean, error: unknown) => void
}

/** OpenAI's `POST /moderations`, which several services and servers speak. */
export class HttpClassifier implements Classifier {
  readonly model: string
  readonly #upstream: Upstream
  readonly #onChange: ClassifierOptions['onChange']
  #failures = 0

  constructor({ baseUrl, apiKey, model, timeoutMs, onChange }: ClassifierOptions) {
    this.model = model
    const timeouts = { firstByteMs: timeoutMs, idleMs: timeoutMs, totalMs: timeoutMs }
    const authorization: Record<string, string> = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }
    this.#upstream = new Upstream({
      baseUrl,
      headers: { accept: 'application/json', ...authorization },
      timeouts,
    })
    this.#onChange = onChange
  }

  get isAvailable(): boolean {
    return this.#failures < maxFailures
  }

  async classify(text: string): Promise<Findings> {
    try {
      const findings = await this.#request(text)
      if (!this.isAvailable) this.#onChange(true, null)
      this.#failures = 0
      return findings
    } catch (error) {
      this.#failures += 1
      if (this.#failures === maxFailures) this.#onChange(false, error)
      throw error
    }
  }

  async #request(text: string): Promise<Findings> {
    const input = splitInput(text)
    const body = await this.#upstream.postJson(
      '/moderations',
      { model: this.model, input },
      new AbortController().signal,
    )
    const parsed = ModerationResponse.safeParse(body)
    if (!parsed.success || parsed.data.results.length !== input.length) {
      throw new InvalidReplyError('the classifier’s answer is not one of OpenAI’s moderations')
    }
    const findings = new Map<string, number | null>()
    for (const { categories, category_scores } of parsed.data.results) {
      if (!knownCategories.some((name) => categories[name] !== undefined)) {
        throw new InvalidReplyError(`the classifier knows none of the categories ${knownCategories.join(', ')}`)
      }
      for (const [name, isFound] of Object.entries(categories)) {
        if (isFound) findings.set(name, category_scores?.[name] ?? null)
      }
    }
    return findings
  }

  close(): Promise<void> {
    return this.#upstream.close()
  }
}

function splitInput(text: string): string[] {
  const parts: string[] = []
  for (let from = 0; from < text.length; from += inputLength)
    parts.push(text.slice(from, from + inputLength).toWellFormed())
  return parts
}
