export interface EmbeddedTexts {
  /** The service and model: only vectors of the same space can be compared. */
  space: string
  vectors: number[][]
}

/** A service that turns texts into vectors whose angle says how alike they are in meaning. `embed` rejects when it fails. */
export interface Embeddings {
  /** The same for the same service and model. */
  readonly id: string
  embed(texts: readonly string[], signal: AbortSignal): Promise<EmbeddedTexts>
  close(): Promise<void>
}
