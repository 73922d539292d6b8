/** The embeddings of the passages of an index, in bytes. */
export interface PassageVectors {
  /** The service and model: only vectors of the same space can be compared. */
  space: string
  dimensions: number
  /** The vectors one after the other; all 0 where a passage has none. */
  values: Int8Array
  /** The length of each vector. */
  norms: Float32Array
}

/**
 * Vectors as bytes: a quarter of the memory of floats, for an error of the similarity of about 0.005.
 *
 * @example
 * [...packVectors('test', [[0.5, -1]]).values] // [64, -127]
 */
export function packVectors(space: string, vectors: readonly (readonly number[])[]): PassageVectors {
  const dimensions = vectors[0]?.length ?? 0
  const values = new Int8Array(vectors.length * dimensions)
  for (const [at, vector] of vectors.entries()) {
    const largest = vector.reduce((max, value) => Math.max(max, Math.abs(value)), 0)
    if (largest > 0)
      values.set(
        vector.slice(0, dimensions).map((value) => Math.round((value / largest) * 127)),
        at * dimensions,
      )
  }
  return { space, dimensions, values, norms: measure(values, dimensions) }
}

/** The lengths of vectors that were stored as bytes. */
export function measure(values: Int8Array, dimensions: number): Float32Array {
  const norms = new Float32Array(dimensions === 0 ? 0 : values.length / dimensions)
  for (let at = 0; at < norms.length; at++) {
    let sum = 0
    for (let i = at * dimensions; i < (at + 1) * dimensions; i++) sum += (values[i] ?? 0) ** 2
    norms[at] = Math.sqrt(sum)
  }
  return norms
}

/**
 * The cosine of the angle between vector number `at` and another one.
 *
 * @example
 * similarity(packVectors('test', [[1, 0], [1, 1]]), 0, [2, 0]) // 1
 */
export function similarity(
  { dimensions, values, norms }: PassageVectors,
  at: number,
  other: readonly number[],
): number {
  let dot = 0
  let square = 0
  const from = at * dimensions
  for (let i = 0; i < dimensions; i++) {
    const value = other[i] ?? 0
    dot += (values[from + i] ?? 0) * value
    square += value * value
  }
  const norm = (norms[at] ?? 0) * Math.sqrt(square)
  return norm === 0 ? 0 : dot / norm
}
