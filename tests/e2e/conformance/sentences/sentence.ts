/** One sentence of the product specification, in our words. */
export interface Sentence {
  says: string
  /** Why a browser cannot observe it, and what holds it instead. */
  because?: string
  /** What of the product this build does not have yet. */
  later?: string
}

export type Sentences = Readonly<Record<string, Sentence>>
