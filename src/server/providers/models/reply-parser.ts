import type { BodyParser } from './http/reply-reader.ts'
import type { Progress } from './http/upstream-call.ts'
import type { ModelResult, ModelUsage } from './provider.ts'
import type { ReplyFilter } from './reply-filters/reply-filter.ts'

/** Parses one reply in one protocol and passes its text to a `ReplyFilter`. */
export abstract class ReplyParser implements BodyParser {
  progress: Progress = 'reading'
  usage: ModelUsage | null = null
  finish: ModelResult['finish'] = 'stop'
  protected readonly filter: ReplyFilter

  constructor(filter: ReplyFilter) {
    this.filter = filter
  }

  abstract onEvent(data: string): void
  abstract onDocument(document: unknown): void
}

/** A token count from a service; 0 for a missing or invalid one. */
export function parseTokenCount(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : 0
}
