import { section1 } from './sentences/section-1.ts'
import { section2 } from './sentences/section-2.ts'
import { section4 } from './sentences/section-4.ts'
import { section5 } from './sentences/section-5.ts'
import { section7 } from './sentences/section-7.ts'
import { section8 } from './sentences/section-8.ts'
import { section9 } from './sentences/section-9.ts'

/** What the product specification says, sentence by sentence; the ids begin with its sections. */
export const sentences = {
  ...section1,
  ...section2,
  ...section4,
  ...section5,
  ...section7,
  ...section8,
  ...section9,
} as const

type All = typeof sentences

/** Sentences that are checked in a browser; the compiler rejects a browser check of any other. */
export type SentenceId = { [Id in keyof All]: All[Id] extends { because: string } ? never : Id }[keyof All]
