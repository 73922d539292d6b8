import type { Context } from '#server/core/context.ts'
import type { PolicyFlag } from '#server/core/policy-flag.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { Surface } from '#server/safety/rules/rule-file.ts'
import type { Hit } from '#server/safety/rules/text-guard.ts'
import type { CheckOptions } from '#server/safety/safety-policy.ts'
import { isChatFiltered } from '#shared/entitlements.ts'
import type { PolicyNotice } from '#shared/safety.ts'
import { type HeldKind, safetyReasons } from '#shared/safety-terms.ts'
import { classifyText } from './classify-text.ts'
import { HeldBackError } from './held-back-error.ts'

export interface ScreenedText {
  surface: Surface
  /** What the text is, for the explanation; by default the surface. */
  kind?: HeldKind
  text: string
  /** The account that wrote it. */
  author: Pick<Viewer, 'id' | 'username' | 'account_type' | 'chat_filter' | 'is_guest'>
  contextCues?: ReadonlySet<string>
  before?: string
  /** The field of a form in which it is. */
  field?: string
  /** What moderators need to know besides the text. */
  evidence?: Record<string, unknown>
}

/** Whether the chat filter is on for an account. It is for every guest of one. */
export const hasChatFilter = (account: Pick<Viewer, 'account_type' | 'chat_filter' | 'is_guest'>): boolean =>
  account.is_guest === true || isChatFiltered(account.account_type, account.chat_filter === 1)

/** How many single letters and signs a text may have: a tenth of its length, within these bounds. */
const singles = { share: 0.1, least: 1_000, most: 5_000 }

/** Letters, digits, and signs that can stand for a letter. The euro sign is no letter. */
const runs = /(?<letters>[a-z\u0080-\u20ab\u20ad-\uffff]+)|\d+|[@$!|€]/gi
/** Fewer single letters in a row (`a`, `I`, `l'`) are as quick to check as words. */
const minRow = 5

/**
 * Counts single digits and signs between letters (`m4k3`), and single letters where at least five follow each other (`m a
 * k e s`). Each may begin a word in disguise, which takes a hundred times as long to find as a plain word.
 */
export function countSingles(text: string): number {
  let singles = 0
  let row = 0
  for (const { 0: run, groups } of text.matchAll(runs)) {
    if (groups?.letters === undefined) singles += run.length === 1 ? 1 : 0
    else row = run.length === 1 ? row + 1 : 0
    if (groups?.letters && row >= minRow) singles += row === minRow ? minRow : 1
  }
  return singles
}

/** Throws for texts with so many single letters that checking them would delay other requests. */
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
 * Throws a `HeldBackError` for a text that the safety policy does not allow, for every account type. Returns the hit
 * when its author may be in crisis: such a text is allowed.
 */
export function screenText(context: Context, screened: ScreenedText): Hit | null {
  const { surface, text } = screened
  assertCheckable(text)
  return assertPasses(context, screened, context.safety.check(surface, text, checkOptions(screened)))
}

/** As `screenText`. Other requests are answered between the parts of a long text. */
export async function screenTextInParts(context: Context, screened: ScreenedText): Promise<Hit | null> {
  const { surface, text } = screened
  assertCheckable(text)
  return assertPasses(context, screened, await context.safety.checkInParts(surface, text, checkOptions(screened)))
}

const checkOptions = ({ author, contextCues, before }: ScreenedText): CheckOptions => ({
  isFiltered: hasChatFilter(author),
  ...(contextCues ? { contextCues } : {}),
  ...(before ? { before } : {}),
})

function assertPasses(context: Context, screened: ScreenedText, hit: Hit | null): Hit | null {
  if (!hit || hit.rule.action === 'help') return hit
  const { kind = screened.surface, field } = screened
  const flag = hit.rule.action === 'filter' ? null : heldBackFlag(context, screened, hit)
  throw new HeldBackError(kind, noticeOf(hit), flag, field)
}

/** As `screenText`, with the classifier: false when it did not answer. */
export async function assertClassified(context: Context, screened: ScreenedText): Promise<boolean> {
  const { surface, text, author, kind = surface, field } = screened
  const { hit, isChecked } = await classifyText(context, { surface, text, isFiltered: hasChatFilter(author) })
  if (!hit || hit.rule.action === 'help') return isChecked
  const flag = hit.rule.action === 'filter' ? null : heldBackFlag(context, screened, hit)
  throw new HeldBackError(kind, noticeOf(hit), flag, field)
}

export function noticeOf({ rule: { id, category } }: Hit): PolicyNotice {
  return { rule: id, category, reason: safetyReasons[category] }
}

/** The text was not stored, so the flag is about its author. What a guest writes is not held against the account. */
function heldBackFlag(context: Context, { surface, text, author, evidence }: ScreenedText, hit: Hit) {
  if (author.is_guest) return null
  const summary = `A ${surface} by “${author.username}”, held back`
  return userFlag(context, author, hit, {
    summary,
    content: text,
    surface,
    start: hit.start,
    end: hit.end,
    ...evidence,
  })
}

/** A flag about the author of a text. */
export function userFlag(
  context: Context,
  { id, username }: Pick<Viewer, 'id' | 'username'>,
  hit: Hit,
  {
    summary,
    content,
    surface,
    ...evidence
  }: {
    summary: string
    content: string
    surface: Surface
    [fact: string]: unknown
  },
): PolicyFlag {
  return {
    targetType: 'user',
    targetId: id,
    targetName: username,
    subjectId: id,
    ...flagOf(context, hit, summary),
    evidence: { content, surface, rule: hit.rule.id, ...evidence },
  }
}

/** The parts of a flag that follow from the rule. */
export function flagOf({ safety }: Context, { rule, foundBy }: Hit, summary: string) {
  const category = rule.category === 'filter' ? ('chat_filter' as const) : rule.category
  const details = foundBy ?? `Rule ${rule.id}, version ${safety.version}`
  return { category, severity: rule.severity, summary, details }
}
