/** What falls on a server: the process alone, its PostgreSQL alone, both at once, or the current of the machine. */
export type Blow = 'server' | 'postgres' | 'server and postgres' | 'power cut'

/** A server with its database, built to be knocked over and set up again. */
export interface Stand {
  /** What a report calls it. */
  readonly name: string
  readonly url: string
  readonly blows: readonly Blow[]
  /** How long a broken-off reply may count as running, in milliseconds. */
  readonly freedWithin: number
  strike(blow: Blow): Promise<void>
  /** Sets up again what fell; answers the milliseconds until `/readyz` said 200. */
  recover(blow: Blow): Promise<number>
  close(): Promise<void>
}

/** With `durable` off the stand is the control: the same test must find losses on it. */
export interface StandOptions {
  modelBaseUrl: string
  durable: boolean
}

/** What every server under test is told; only the model and the database differ. */
export const testEnv = (modelBaseUrl: string) => ({
  MODEL_BASE_URL: modelBaseUrl,
  MODEL_NAME: 'told',
  MODEL_MAX_REPLY_TOKENS: '4000',
  MODEL_CONTEXT_TOKENS: '16384',
  RATE_LIMITS: 'off',
  AGE_ASSURANCE: 'none',
  FREE_DAILY_MESSAGES: '1000000',
})
