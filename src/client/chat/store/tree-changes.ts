import { hasCode, hasStatus } from '#client/lib/http.ts'
import type { ConversationPage } from '#shared/chat.ts'
import type { ConversationDeps } from './conversation-deps.ts'
import type { ConversationRunner } from './conversation-runner.ts'

/** A change that was not requested, because a reply is running or another change is in progress. */
export class ConversationBusyError extends Error {
  constructor(isReplying: boolean) {
    const reason = isReplying ? 'A reply is still being written.' : 'The change before is still being saved.'
    super(`${reason} Please wait until that has ended, then try again.`)
    this.name = 'ConversationBusyError'
  }
}

/**
 * Changes of a conversation's tree: choosing, editing and deleting versions. Each is made on the basis of what is shown
 * and shows the result; it rejects when the server refuses, and during a reply or another change.
 */
export class TreeChanges {
  private readonly runner: ConversationRunner

  constructor(runner: ConversationRunner) {
    this.runner = runner
  }

  /** Shows another version of a message, or ends the story at a message (`endHere`). */
  choose(messageId: string, endHere = false): Promise<void> {
    return this.change((versions, id, leafId) => versions.choose(id, { messageId, leafId, endHere }))
  }

  /** Saves the user's text as a version of a message, which is not sent again. */
  async edit(messageId: string, role: 'user' | 'character', content: string): Promise<void> {
    await this.change((versions, id, leafId) =>
      versions[role === 'user' ? 'editText' : 'editReply'](id, messageId, { content, leafId }),
    )
    this.runner.set({ editing: null })
  }

  /** Leaves a message out of the prompts, or no longer. */
  exclude(messageId: string, excluded: boolean): Promise<void> {
    return this.change((versions, id, leafId) => versions.exclude(id, messageId, { excluded, leafId }))
  }

  delete(messageId: string): Promise<void> {
    return this.change((versions, id, leafId) => versions.delete(id, messageId, leafId))
  }

  restore(messageId: string): Promise<void> {
    return this.change((versions, id, leafId) => versions.restore(id, messageId, leafId))
  }

  /** Changes who takes part after the newest message, the turn order, or the versions of the characters. */
  changeScene(
    change: (
      requests: ConversationDeps['scenes'],
      at: { conversationId: string; leafId: string | null },
    ) => Promise<ConversationPage>,
  ): Promise<void> {
    const { scenes } = this.runner.deps
    return this.request((conversationId, leafId) => change(scenes, { conversationId, leafId }))
  }

  private async change(
    change: (
      requests: ConversationDeps['versions'],
      conversationId: string,
      leafId: string,
    ) => Promise<ConversationPage>,
  ): Promise<void> {
    const { leafId, deps } = this.runner
    if (leafId) await this.request((conversationId) => change(deps.versions, conversationId, leafId))
  }

  private async request(
    request: (conversationId: string, leafId: string | null) => Promise<ConversationPage>,
  ): Promise<void> {
    const { runner } = this
    const { signal } = runner
    const { conversationId, turn, isChanging } = runner.current
    if (!conversationId) return
    if (turn !== 'idle' || isChanging) throw new ConversationBusyError(turn !== 'idle')
    runner.set({ isChanging: true })
    try {
      const page = await request(conversationId, runner.leafId)
      if (!signal.aborted) runner.dispatch({ type: 'treeChanged', page })
    } catch (error) {
      const isStale = hasCode(error, 'stale_leaf') || hasCode(error, 'turn_in_progress') || hasStatus(error, 404)
      if (isStale) void runner.refresh()
      throw error
    } finally {
      runner.set({ isChanging: false })
    }
  }
}
