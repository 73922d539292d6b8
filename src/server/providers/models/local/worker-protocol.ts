/** What the process of a model is started with, as JSON in its only argument. */
export interface WorkerOptions {
  /** The entry of node-llama-cpp. */
  runtime: string
  file: string
  /** The name that it states for the model. */
  model: string
  contextTokens: number
  /** Requests without it are refused: other users of the machine can reach the port too. */
  token: string
}

/** What it sends to the server. */
export type WorkerMessage = { type: 'ready'; port: number; contextTokens: number } | { type: 'failed'; message: string }
