import type { ConversationState } from './conversation-state.ts'
import { plainWords, Spoken } from './spoken.ts'

/** Turns what happens on the screen into what a screen reader says about it. */
export class Announcements {
  private before: ConversationState
  private spoken = new Spoken()

  constructor(now: ConversationState) {
    this.before = now
  }

  /** What to say about the step from the last state to this one; often nothing. */
  next(now: ConversationState, name: string): string {
    const { before } = this
    this.before = now
    if (now.live && now.live.key !== before.live?.key) return this.begins(now.live.text, name)
    if (now.live) return this.spoken.next(now.live.text)
    if (before.live) return this.ends(before.live.key, now, name)
    if (before.lines.length === 0 && now.lines.length === 1 && !now.conversationId) return greeting(now, name)
    return ''
  }

  private begins(text: string, name: string): string {
    this.spoken = new Spoken()
    return words(`${name} is writing.`, this.spoken.next(text))
  }

  private ends(key: string, now: ConversationState, name: string): string {
    const line = now.lines.find((one) => one.key === key)
    if (!line) return ''
    const rest = this.spoken.rest(line.content)
    if (line.error) return words(rest, `${name}: ${line.error}`)
    return line.status === 'interrupted' ? words(rest, 'The reply stopped here.') : rest
  }
}

function greeting({ lines }: ConversationState, name: string): string {
  return `${name}: ${plainWords(lines[0]?.content ?? '')}`
}

function words(...parts: string[]): string {
  return parts.filter(Boolean).join(' ')
}
