import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { expect } from 'vitest'
import { ms, percentile } from '#tests/bench/figures.ts'

/** What the worker is given. */
export interface ProbeOptions {
  url: string
  /** The local address of its connections. */
  address: string
  characterId: string
  cookies: string[]
}

/** What the worker measured between two messages to it, in milliseconds. */
export interface ProbeSamples {
  health: number[]
  firstToken: number[]
  errors: string[]
}

export interface AbuseFigures {
  quiet: ProbeSamples
  during: ProbeSamples
}

/** How long the quiet figures are measured, and at least how long an abuse is, in milliseconds: 32 chats. */
const measuredTime = 8_000
/** Milliseconds. */
const maxHealthP99 = 100
const maxFirstTokenRatio = 2

/**
 * A client that is no part of the attack: it reads `/healthz` every 25 ms and sends a chat message every 250 ms, whether
 * or not earlier ones have been answered. It runs in a thread of its own, so that the attacker's work does not delay its
 * clock.
 */
export class ProbeClient {
  /** The limit is 30 turns a minute for each account. */
  static readonly accounts = 9
  readonly #worker: Worker

  constructor(options: ProbeOptions) {
    const execArgv = ['--disable-warning=ExperimentalWarning']
    this.#worker = new Worker(new URL('./probe-client-worker.ts', import.meta.url), { workerData: options, execArgv })
  }

  /**
   * Measures a quiet time, then the time in which `abuse` runs, and expects that the abuse does not show: `/healthz` p99
   * below 100 ms, the first token's p95 below twice its quiet figure, and no errors.
   */
  async expectUndisturbed(abuse: () => Promise<unknown>): Promise<AbuseFigures> {
    const figures = await this.measure(abuse)
    expectUndisturbed(figures)
    return figures
  }

  /** Measures a quiet time and the time in which `abuse` runs. */
  async measure(abuse: () => Promise<unknown>): Promise<AbuseFigures> {
    // The first requests compile the code and create the conversations.
    await this.#measureWhile(() => sleep(3_000))
    const quiet = await this.#measureWhile(() => sleep(measuredTime))
    const during = await this.#measureWhile(() => Promise.all([abuse(), sleep(measuredTime)]))
    return { quiet, during }
  }

  async stop(): Promise<void> {
    await this.#worker.terminate()
  }

  async #measureWhile(work: () => Promise<unknown>): Promise<ProbeSamples> {
    this.#worker.postMessage('start')
    try {
      await work()
    } finally {
      this.#worker.postMessage('stop')
    }
    const [samples] = await once(this.#worker, 'message')
    return samples as ProbeSamples
  }
}

/** Expects that the abuse did not show in what was measured. */
export function expectUndisturbed(figures: AbuseFigures): void {
  const { quiet, during } = figures
  const measured = JSON.stringify(probeCells(figures))
  expect(during.errors, 'errors of the probe').toEqual([])
  expect(percentile(during.health, 99), `/healthz p99 in ms, ${measured}`).toBeLessThan(maxHealthP99)
  const ratio = percentile(during.firstToken, 95) / percentile(quiet.firstToken, 95)
  expect(ratio, `first token p95 to quiet, ${measured}`).toBeLessThan(maxFirstTokenRatio)
}

/** The cells of a table: quiet and during the abuse. */
export function probeCells({ quiet, during }: AbuseFigures): Record<string, string> {
  const health = (samples: ProbeSamples) => ms(percentile(samples.health, 99))
  const token = (samples: ProbeSamples) => ms(percentile(samples.firstToken, 95))
  return {
    '/healthz p99, quiet': health(quiet),
    '/healthz p99, during': health(during),
    'first token p95, quiet': token(quiet),
    'first token p95, during': token(during),
  }
}
