import type { RuleSet } from '#server/safety/rules/phrases.ts'
import { type GuardOptions, type Hit, TextGuard } from '#server/safety/rules/text-guard.ts'

/** Checks a whole text. */
export function checkText(rules: RuleSet, text: string, options: GuardOptions = {}): Hit | null {
  const guard = new TextGuard(rules, options)
  guard.end(text)
  return guard.hit
}
