/** How long an upstream may take, in milliseconds. */
export interface ModelTimeouts {
  /** From the request to the first byte of the reply. */
  firstByteMs: number
  /** Between two pieces of the reply. */
  idleMs: number
  /** After the reply has ended, for the server to say so and let go of the connection. */
  closingMs: number
  /** For one whole reply, however steadily it comes. */
  wholeMs: number
}

export const defaultTimeouts: ModelTimeouts = {
  firstByteMs: 30_000,
  idleMs: 20_000,
  closingMs: 2_000,
  wholeMs: 600_000,
}
