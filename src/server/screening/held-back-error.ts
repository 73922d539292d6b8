import type { PolicyFlag } from '#server/core/policy-flag.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { PolicyNotice } from '#shared/safety.ts'
import { explainHold, type HeldKind, reviewableRule } from '#shared/safety-terms.ts'

/** The safety policy does not allow a text. The flag is raised when the error reaches the route. */
export class HeldBackError extends ApiError {
  readonly flag: PolicyFlag | null

  constructor(kind: HeldKind, notice: PolicyNotice, flag: PolicyFlag | null, field?: string) {
    const message = explainHold(kind, notice)
    const isChat = kind === 'message' || kind === 'answer' || kind === 'history'
    super('held_back', {
      message,
      details: {
        policy: notice,
        rule: reviewableRule(notice),
        ...(isChat ? { userMessage: message, errorType: 'held_back' as const } : {}),
        ...(field === undefined ? {} : { fields: { [field]: message } }),
      },
    })
    this.flag = flag
  }
}
