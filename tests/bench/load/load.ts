import { runScript } from './child-script.ts'

/** The requests that a load generator sends; it reads each response to its end. */
export interface Load {
  url: string
  requests: { cookie?: string; authorization?: string; body: string }[]
  /** Arrivals per second, evenly spaced (open loop). */
  perSecond?: number
  /** Number of requests always in flight, instead of a rate (closed loop). */
  concurrency?: number
  /** The texts that identify the first token and a complete end. */
  markers: { first: string; end: string }
}

export interface LoadResult {
  /** Milliseconds from the request to the first token, for each request that received one. */
  firstToken: number[]
  /** Milliseconds from the request to the end of the response. */
  whole: number[]
  errors: string[]
  /** Seconds from the first request to the end of the last response. */
  seconds: number
}

export const openAiMarkers = { first: '"delta":{"content":', end: '[DONE]' }
export const ownMarkers = { first: 'event: delta', end: 'event: done' }

/** Runs a load in a child process. */
export function runLoad(load: Load): Promise<LoadResult> {
  return runScript('tests/bench/load/generator.ts', load)
}
