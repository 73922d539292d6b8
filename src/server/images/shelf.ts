/** A shelf of so many places: what has not been asked for the longest makes room for what is new. */
export class Shelf<V> {
  readonly #places: number
  readonly #kept = new Map<string, V>()

  constructor(places: number) {
    this.#places = places
  }

  get(name: string): V | undefined {
    const value = this.#kept.get(name)
    return value === undefined ? undefined : this.put(name, value)
  }

  put(name: string, value: V): V {
    this.#kept.delete(name)
    this.#kept.set(name, value)
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= this.#places) break
      this.#kept.delete(oldest)
    }
    return value
  }
}
