/** The server reads the time only through a clock, so that tests can move it. */
export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }
