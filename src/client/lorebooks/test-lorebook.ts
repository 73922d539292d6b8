import type { LoreOutcome } from '#engine/lore/lore-input.ts'
import type { Lorebook } from '#engine/lore/lorebook.ts'
import { planLore } from '#engine/lore/plan-lore.ts'
import { expandMacros } from '#engine/macros/expand.ts'
import { estimateTokens } from '#engine/prompt/estimate.ts'
import { seededRandom } from '#engine/seeded-random.ts'
import { compileRegex } from '#shared/compile-regex.ts'

/** What a lorebook can use of a prompt with a window of 8,000 tokens. */
const tokens = 1_200

/** What would become of each entry in a long chat whose newest message is this text. */
export function testLorebook(book: Lorebook, text: string): LoreOutcome[] {
  const names = { char: 'the character', user: 'You', seed: 'test' }
  return planLore({
    books: [book],
    messages: [{ id: 'test', role: 'user', content: text }],
    messagesBefore: 1_000,
    tokens,
    countTokens: estimateTokens,
    expand: (written, name) => expandMacros(written, { ...names, random: seededRandom(name) }),
    seed: 'test',
    compileRegex,
  }).outcomes
}
