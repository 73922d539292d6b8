import { LRUCache } from 'lru-cache'
import { LearnedFacts, type LearnedFactsOptions } from './learned-facts.ts'

/** Bounds the memory, in case a service names another model with each reply. */
const maxModels = 50

/**
 * What was learned about each model behind one name. A router (`openrouter/auto`) passes each request to a model of its
 * choice, which the reply names. The next request uses the facts of the model that replied last.
 */
export class FactsByModel {
  readonly #options: LearnedFactsOptions
  /** Learned before any reply. */
  readonly #requested: LearnedFacts
  readonly #behind = new LRUCache<string, LearnedFacts>({ max: maxModels })
  current: LearnedFacts

  constructor(options: LearnedFactsOptions) {
    this.#options = options
    this.#requested = new LearnedFacts(options)
    this.current = this.#requested
  }

  /** Selects the facts of the model that replied. A name that only adds a version to the requested one is the same model. */
  select(replied: string | null, requested: string): void {
    const name = replied?.trim().slice(0, 200) ?? ''
    if (name === '' || isSameModel(name, requested)) this.current = this.#requested
    else this.current = this.#behind.get(name) ?? this.#create(name)
  }

  #create(name: string): LearnedFacts {
    const onFact = (fact: string) => this.#options.onFact(`${fact} (${name})`)
    const facts = new LearnedFacts({ ...this.#options, onFact, base: this.#requested })
    this.#behind.set(name, facts)
    return facts
  }
}

function isSameModel(replied: string, requested: string): boolean {
  const [one, other] = [replied.toLowerCase(), requested.toLowerCase()]
  return one.startsWith(other) || other.endsWith(one)
}
