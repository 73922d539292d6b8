import { waitForExit } from '#tests/support/child-process.ts'
import { childScript } from './child-script.ts'

/** What a load generator is to do: send these requests, evenly spread, and follow each to its end. */
export interface Load {
  url: string
  requests: { cookie?: string; body: string }[]
  /** Arrivals per second, evenly spread; with `concurrency` instead, that many requests are always in flight. */
  perSecond?: number
  concurrency?: number
  /** What the first token is known by, and what the proper end. */
  marks: { first: string; end: string }
}

export interface Heard {
  /** Milliseconds from sending to the first token, one a request that got one. */
  firstToken: number[]
  /** Milliseconds from sending to the end. */
  whole: number[]
  errors: string[]
  /** From the first request to the last reply. */
  seconds: number
}

export const openAiMarks = { first: '"delta":{"content":', end: '[DONE]' }
export const ourMarks = { first: 'event: delta', end: 'event: done' }

/** Runs a load from a process of its own. */
export async function runLoad(load: Load): Promise<Heard> {
  const child = childScript('tests/bench/load/generator.ts')
  let output = ''
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk
  })
  child.stdin?.end(JSON.stringify(load))
  await waitForExit(child)
  return JSON.parse(output) as Heard
}
