import { LRUCache } from 'lru-cache'
import { factLifetimeMs, LearnedFacts, type LearnedFactsOptions, type Refusals } from './learned-facts.ts'

/** Bounds the memory, in case a service names another model with each reply. */
const maxModels = 50

export interface StoredRefusals {
  model: string
  refusals: Refusals
  learnedAt: number
}

/** The refusals of the models at one address, which all instances share. Its functions do not reject. */
export interface RefusalStore {
  list(): Promise<StoredRefusals[]>
  save(refusals: StoredRefusals): Promise<void>
}

export interface FactsByModelOptions extends Pick<LearnedFactsOptions, 'now' | 'onFact'> {
  refusals?: RefusalStore
}

/**
 * What was learned about each model behind one name. A router (`openrouter/auto`) passes each request to a model of its
 * choice, which the reply names. The next request uses the facts of the model that replied last.
 */
export class FactsByModel {
  readonly #options: FactsByModelOptions
  /** Learned before any reply. */
  readonly #requested: LearnedFacts
  readonly #behind = new LRUCache<string, LearnedFacts>({ max: maxModels })
  #requestedName = ''
  #loaded: { at: number; done: Promise<void> } | null = null
  current: LearnedFacts

  constructor(options: FactsByModelOptions) {
    this.#options = options
    const onRefusal = (refusals: Refusals) => this.#save(this.#requestedName, refusals)
    this.#requested = new LearnedFacts({ ...options, onRefusal })
    this.current = this.#requested
  }

  /** Reads the stored refusals before the first request, and again after an hour. */
  async load(requested: string): Promise<void> {
    this.#requestedName = requested
    const now = this.#options.now()
    if (this.#loaded === null || now - this.#loaded.at >= factLifetimeMs) this.#loaded = { at: now, done: this.#read() }
    await this.#loaded.done
  }

  /** Selects the facts of the model that replied. A name that only adds a version to the requested one is the same model. */
  select(replied: string | null, requested: string): void {
    const name = replied?.trim().slice(0, 200) ?? ''
    this.current = name === '' || isSameModel(name, requested) ? this.#requested : this.#of(name)
  }

  async #read(): Promise<void> {
    const stored = (await this.#options.refusals?.list()) ?? []
    for (const { model, refusals, learnedAt } of stored) {
      const facts = model === this.#requestedName ? this.#requested : this.#of(model)
      facts.restore(refusals, learnedAt)
    }
  }

  #of(name: string): LearnedFacts {
    const known = this.#behind.get(name)
    if (known !== undefined) return known
    const { now, onFact } = this.#options
    const facts = new LearnedFacts({
      now,
      onFact: (fact) => onFact({ ...fact, behind: name }),
      onRefusal: (refusals) => this.#save(name, refusals),
      base: this.#requested,
    })
    this.#behind.set(name, facts)
    return facts
  }

  #save(model: string, refusals: Refusals): void {
    void this.#options.refusals?.save({ model, refusals, learnedAt: this.#options.now() })
  }
}

function isSameModel(replied: string, requested: string): boolean {
  const [one, other] = [replied.toLowerCase(), requested.toLowerCase()]
  return one.startsWith(other) || other.endsWith(one)
}
