import { compileCacheEnv } from '#tests/support/child-process.ts'

/** The failure to inject: a kill of the server, of PostgreSQL, of both at once, or a power cut of the machine. */
export type Failure = 'server' | 'postgres' | 'server and postgres' | 'power cut'

/** A server with its database, into which failures are injected. */
export interface TestEnvironment {
  /** The name in the report. */
  readonly name: string
  readonly url: string
  readonly failures: readonly Failure[]
  /** How long after a failure an unfinished reply may keep the status `streaming`, in milliseconds. */
  readonly recoveryWindow: number
  inject(failure: Failure): Promise<void>
  /** Starts again what has failed; returns the milliseconds until `/readyz` answers 200. */
  recover(failure: Failure): Promise<number>
  close(): Promise<void>
}

/** With `durable` false the environment is a control: the same test must find lost data in it. */
export interface EnvironmentOptions {
  modelBaseUrl: string
  durable: boolean
  /** The file for the server's log. */
  logFile?: string
}

/** The variables of every server under test; besides them, only the database differs. */
export const testEnv = (modelBaseUrl: string) => ({
  ...compileCacheEnv,
  MODEL_BASE_URL: modelBaseUrl,
  MODEL_NAME: 'scripted',
  MODEL_MAX_REPLY_TOKENS: '4000',
  MODEL_CONTEXT_TOKENS: '16384',
  RATE_LIMITS: 'off',
  AGE_ASSURANCE: 'none',
  FREE_DAILY_MESSAGES: '1000000',
})
