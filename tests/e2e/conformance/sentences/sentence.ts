/** One sentence of the product specification, in our words. */
export interface Sentence {
  says: string
  /** Why it is not checked in a browser. A Vitest test with "(spec <id>)" in its title checks it. */
  because?: string
}

export type Sentences = Readonly<Record<string, Sentence>>
