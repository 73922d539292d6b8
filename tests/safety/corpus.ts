import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'

const readLines = (file: string) => readFileSync(path.join(import.meta.dirname, 'corpus', file), 'utf8').split('\n')

/** Sentences of the other half that docs/safety.md has named as misses: whoever changes the rules has read them. */
const published = new Set(readLines('published.txt'))

/** A sentence of the corpus. It is `known` when the rules were written against it; the others only measure them. */
export interface Sentence {
  text: string
  group: string
  isKnown: boolean
}

/** Sentences that a rule must find, and sentences that none may find; a heading names the group of those below it. */
export const positives = [...readCorpus('positive.txt'), ...readCorpus('positive-2.txt')]
export const benign = [...readCorpus('benign.txt'), ...readCorpus('benign-2.txt')]

function readCorpus(file: string): Sentence[] {
  const sentences: Sentence[] = []
  let group = ''
  for (const line of readLines(file)) {
    if (line.startsWith('# ')) group = line.slice(2)
    else if (line !== '') sentences.push({ text: line, group, isKnown: isKnown(line) })
  }
  return sentences
}

/** The first bit of a hash decides, so that nobody chose which half a sentence is in. */
function isKnown(text: string): boolean {
  if (published.has(text)) return true
  return createHash('sha256').update(text).digest().readUInt8(0) % 2 === 0
}
