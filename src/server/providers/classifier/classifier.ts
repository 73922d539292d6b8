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
export function createClassifier({ baseUrl, apiKey, model, timeoutMs, onChange }: ClassifierOptions): Classifier {
  const timeouts = { firstByteMs: timeoutMs, idleMs: timeoutMs, totalMs: timeoutMs }
  const headers = { accept: 'application/json', ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }) }
  const upstream = new Upstream({ baseUrl, headers, timeouts })
  let failures = 0
  return {
    model,
    get isAvailable() {
      return failures < maxFailures
    },
    async classify(text) {
      const input = splitInput(text)
      try {
        const body = await upstream.postJson('/moderations', { model, input }, new AbortController().signal)
        const findings = readFindings(body, input.length)
        if (failures >= maxFailures) onChange(true, null)
        failures = 0
        return findings
      } catch (error) {
        failures += 1
        if (failures === maxFailures) onChange(false, error)
        throw error
      }
    },
    close: () => upstream.close(),
  }
}

function readFindings(body: unknown, count: number): Findings {
  const parsed = ModerationResponse.safeParse(body)
  if (!parsed.success || parsed.data.results.length !== count) {
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

function splitInput(text: string): string[] {
  const parts: string[] = []
  for (let from = 0; from < text.length; from += inputLength)
    parts.push(text.slice(from, from + inputLength).toWellFormed())
  return parts
}
