import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const folder = path.join(import.meta.dirname, 'corpus')
const readLines = (file: string) => readFileSync(path.join(folder, file), 'utf8').split('\n')

/** Sentences of the other half that docs/safety.md has named as misses: the author of the next rules has read them. */
const published = new Set(readLines('published.txt'))

/**
 * Sentences of the known half that only hint at what they mean: a phrase that found them would find as many harmless ones. They
 * count as missed.
 */
export const hints = readLines('hints.txt').filter((line) => line !== '')

/** A sentence of the corpus. It is `known` when the rules were written against it; the others only measure them. */
export interface Sentence {
  text: string
  group: string
  isKnown: boolean
}

/** Sentences that a rule must find, and sentences that none may find; a heading names the group of those below it. */
const readSets = (kind: string) =>
  readdirSync(folder)
    .filter((file) => file.startsWith(kind))
    .flatMap(readCorpus)
export const positives = readSets('positive')
export const benign = readSets('benign')
/** Sentences of people in crisis that no rule was written against: they measure what a new author's sentences would meet. */
export const unseen = readCorpus('unseen.txt')
/**
 * Sentences of adults, with numbers or idioms, by an author who had not seen the rules. Rules were corrected with `tune`;
 * the others only measure.
 */
export const ordinarySets = ['tune', 'held', 'idioms'] as const
export const ordinary = ordinarySets.map((set) => ({
  set,
  texts: readLines(`ordinary-${set}.txt`).filter((line) => line !== ''),
}))

function readCorpus(file: string): Sentence[] {
  const sentences: Sentence[] = []
  let group = ''
  for (const line of readLines(file)) {
    if (line.startsWith('# ')) group = line.slice(2)
    else if (line !== '') sentences.push({ text: line, group, isKnown: isKnown(line) })
  }
  return sentences
}

/** The first bit of a hash chooses the half, so that no person did. */
function isKnown(text: string): boolean {
  if (published.has(text)) return true
  return createHash('sha256').update(text).digest().readUInt8(0) % 2 === 0
}
