import { seededRandom } from '#engine/seeded-random.ts'
import { SafetyPolicy } from '#server/safety/safety-policy.ts'
import { benign, positives } from './corpus.ts'
import { mutationNames, mutations } from './mutations.ts'

const length = 4_096

/** Texts of 4 kB of sentences in a random order. */
function createTexts(sentences: string[], count: number, seed: string): string[] {
  const random = seededRandom(seed)
  return Array.from({ length: count }, () => {
    let text = ''
    while (text.length < length) text += `${sentences[Math.floor(random() * sentences.length)]} `
    return text.slice(0, length)
  })
}

const percentile = (sorted: number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

/**
 * Milliseconds for checking a text of 4 kB. `p50` and `p99`: of all checks, what a user meets; on a machine that does other
 * work they count that too. `quiet`: the slowest text, each measured by its fastest check.
 */
export function measureSpeed(rounds = 10) {
  const policy = new SafetyPolicy()
  const random = seededRandom('speed')
  const ordinary = benign.map(({ text }) => text)
  const cues = positives.map(({ text }) => text)
  const written = (texts: string[]) =>
    texts.map((text, index) => mutations[mutationNames[index % mutationNames.length] ?? 'case'](text, random))
  const kinds: [string, string[]][] = [
    ['ordinary sentences', ordinary],
    ['sentences that the rules look for', cues],
    ['both, written otherwise', written([...ordinary, ...cues])],
  ]
  return kinds.map(([kind, sentences]) => {
    const texts = createTexts(sentences, 200, kind)
    const all: number[] = []
    const fastest = texts.map(() => Number.POSITIVE_INFINITY)
    // The first round compiles.
    for (let round = 0; round <= rounds; round += 1) {
      for (const [index, text] of texts.entries()) {
        const before = performance.now()
        policy.check('message', text, { isFiltered: true })
        const elapsed = performance.now() - before
        if (round === 0) continue
        all.push(elapsed)
        fastest[index] = Math.min(fastest[index] ?? elapsed, elapsed)
      }
    }
    all.sort((a, b) => a - b)
    return { kind, p50: percentile(all, 0.5), p99: percentile(all, 0.99), quiet: Math.max(...fastest) }
  })
}
