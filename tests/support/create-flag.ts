import type { Flag } from '#shared/flags.ts'

/** An open flag about a character; `changes` replace its fields. */
export function createFlag(changes: Partial<Flag> = {}): Flag {
  return {
    id: '1',
    category: 'spam',
    severity: 2,
    summary: 'Spam or advertising: Character “Ines Calder” by Ada',
    details: '',
    targetType: 'character',
    targetId: 'character',
    targetName: 'Ines Calder',
    status: 'open',
    createdAt: 1_000,
    updatedAt: 1_000,
    source: 'report',
    reportCount: 1,
    dueAt: 10_000,
    escalatedAt: null,
    claim: null,
    decision: null,
    effect: null,
    reason: '',
    citedRule: null,
    reversedAt: null,
    suspendedUntil: null,
    subject: { id: 'author', name: 'Ada', strikes: 0 },
    previousFlagId: null,
    ...changes,
  }
}
