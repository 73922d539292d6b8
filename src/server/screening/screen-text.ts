import type { Context } from '#server/core/context.ts'
import type { PolicyFlag } from '#server/core/policy-flag.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { ApiError } from '#server/http/api-error.ts'
import { countSingles } from '#server/safety/rules/count-singles.ts'
import type { Surface } from '#server/safety/rules/rule-file.ts'
import type { Hit } from '#server/safety/rules/text-guard.ts'
import { isChatFiltered } from '#shared/entitlements.ts'
import type { PolicyNotice } from '#shared/safety.ts'
import { type HeldThing, safetyReasons } from '#shared/safety-terms.ts'
import { classifyText } from './classify-text.ts'
import { HeldBackError } from './held-back-error.ts'

export interface ScreenedText {
  surface: Surface
  /** What is held back, in the words of its explanation; the surface by default. */
  thing?: HeldThing
  text: string
  /** The account that wrote it. */
  author: Pick<Viewer, 'id' | 'username' | 'account_type' | 'chat_filter'>
  standing?: ReadonlySet<string>
  before?: string
  /** The field of a form in which it is. */
  field?: string
  /** What moderators need to know besides the text. */
  evidence?: Record<string, unknown>
}

/** Whether the chat filter is on for an account. */
export const hasChatFilter = (account: Pick<Viewer, 'account_type' | 'chat_filter'>): boolean =>
  isChatFiltered(account.account_type, account.chat_filter === 1)

/** The most letters and signs that stand alone in a text: a tenth of it, and at least and at most so many. */
const singles = { share: 0.1, least: 1_000, most: 5_000 }

/** Throws for texts that are written in single letters to such an extent that checking them would hold up everybody. */
export function assertCheckable(...texts: string[]): void {
  const length = texts.reduce((sum, text) => sum + text.length, 0)
  if (length <= singles.least) return
  const allowed = Math.min(singles.most, Math.max(singles.least, length * singles.share))
  const count = texts.reduce((sum, text) => sum + countSingles(text), 0)
  if (count <= allowed) return
  const message = 'This text has too many single letters and signs to be checked. Please write whole words.'
  throw new ApiError('bad_request', { message })
}

/**
 * Throws a `HeldBackError` for a text that the policy does not let pass, for every account type. Returns the hit when its
 * author may be in crisis: such a text passes.
 */
export function screenText(context: Context, screened: ScreenedText): Hit | null {
  const { surface, text, author, standing, before, thing = surface, field } = screened
  assertCheckable(text)
  const hit = context.safety.check(surface, text, {
    isFiltered: hasChatFilter(author),
    ...(standing ? { standing } : {}),
    ...(before ? { before } : {}),
  })
  if (!hit || hit.rule.action === 'help') return hit
  const flag = hit.rule.action === 'filter' ? null : userFlag(context, screened, hit)
  throw new HeldBackError(thing, noticeOf(hit), flag, field)
}

/** As `screenText`, with the classifier: false when it did not answer. */
export async function assertClassified(context: Context, screened: ScreenedText): Promise<boolean> {
  const { surface, text, author, thing = surface, field } = screened
  const { hit, isChecked } = await classifyText(context, { surface, text, isFiltered: hasChatFilter(author) })
  if (!hit || hit.rule.action === 'help') return isChecked
  const flag = hit.rule.action === 'filter' ? null : userFlag(context, screened, hit)
  throw new HeldBackError(thing, noticeOf(hit), flag, field)
}

export function noticeOf({ rule: { id, category } }: Hit): PolicyNotice {
  return { rule: id, category, reason: safetyReasons[category] }
}

/** What was held back was not stored, so the flag is about its author. */
function userFlag(context: Context, { surface, text, author, evidence }: ScreenedText, hit: Hit): PolicyFlag {
  return {
    targetType: 'user',
    targetId: author.id,
    targetName: author.username,
    subjectId: author.id,
    ...flagOf(context, hit, `A ${surface} by “${author.username}”, held back`),
    evidence: { content: text, surface, rule: hit.rule.id, start: hit.start, end: hit.end, ...evidence },
  }
}

/** The parts of a flag that follow from the rule. */
export function flagOf({ safety }: Context, { rule, foundBy }: Hit, summary: string) {
  const category = rule.category === 'filter' ? ('chat_filter' as const) : rule.category
  const details = foundBy ?? `Rule ${rule.id}, version ${safety.version}`
  return { category, severity: rule.severity, summary, details }
}
