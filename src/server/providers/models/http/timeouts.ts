/** Time limits of a request to a model service, in milliseconds. */
export interface ModelTimeouts {
  /** From the request to the first byte of the response. */
  firstByteMs: number
  /** From the request to `onWaiting`, while no byte has come. */
  waitingMs: number
  /** Between two chunks of the response. */
  idleMs: number
  /** From the end of the reply to the end of the response. */
  closingMs: number
  /** For the whole response. */
  totalMs: number
}

export const defaultTimeouts: ModelTimeouts = {
  firstByteMs: 30_000,
  waitingMs: 5_000,
  idleMs: 20_000,
  closingMs: 2_000,
  totalMs: 600_000,
}
