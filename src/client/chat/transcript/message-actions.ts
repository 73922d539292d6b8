import { hasCode, loadErrorText } from '#client/lib/http.ts'
import { toast } from '#client/ui/toast-store.ts'
import type { ConversationStore } from '../store/conversation-store.ts'
import { type ConversationMessage, positionOf } from '../store/messages.ts'

/** Runs a change of the story; a refusal is shown. Returns whether it was made. */
async function attempt(title: string, change: Promise<void>): Promise<boolean> {
  try {
    await change
    return true
  } catch (error) {
    const isStale = hasCode(error, 'stale_leaf')
    toast({ variant: 'destructive', title: isStale ? 'Changed elsewhere' : title, description: loadErrorText(error) })
    return false
  }
}

/** Undoes a change by showing what was shown before it. */
function undoTo(store: ConversationStore, leafId: string | null) {
  const onSelect = () => {
    if (leafId) void attempt('Not undone', store.tree.choose(leafId, true))
  }
  return { label: 'Undo', onSelect }
}

/** Shows the version before (-1) or after (1) a message; after the last version of a reply a new one is written. */
export function swipe(store: ConversationStore, message: ConversationMessage, step: -1 | 1): void {
  const { index } = positionOf(message)
  const version = message.siblings[index - 1 + step]
  if (version) swipeTo(store, version)
  else if (step > 0 && canRegenerate(message)) regenerate(store, message)
}

export function swipeTo(store: ConversationStore, versionId: string): void {
  void attempt('The version was not shown', store.tree.choose(versionId))
}

/** Whether the model can write another version: not of a greeting, which it did not write. */
export function canRegenerate({ role, id, parentId, finish, status }: ConversationMessage): boolean {
  return role === 'character' && id !== null && (parentId !== null || finish !== null || status !== 'complete')
}

export function regenerate(store: ConversationStore, message: ConversationMessage, hint = ''): void {
  const { messages, turn } = store.state.getState()
  if (turn !== 'idle') return
  const leafId = store.leafId
  store.regenerate(message.key, hint)
  if (messages.at(-1)?.key === message.key) return
  toast({
    title: 'A new version from here',
    description: 'What followed stays with the version before.',
    action: { label: 'Stop and go back', onSelect: () => void stopAndGoBack(store, leafId) },
    duration: 8_000,
  })
}

async function stopAndGoBack(store: ConversationStore, leafId: string | null): Promise<void> {
  await store.stop().catch(() => {})
  await store.whenIdle()
  if (leafId && store.leafId !== leafId) await attempt('Not undone', store.tree.choose(leafId, true))
}

/** Ends the story at a message. What followed stays as a version of the next step. */
export async function goBack(store: ConversationStore, messageId: string): Promise<void> {
  const action = undoTo(store, store.leafId)
  if (!(await attempt('The story was not changed', store.tree.choose(messageId, true)))) return
  toast({ title: 'The story ends here now', description: 'What followed is kept.', action, duration: 8_000 })
}

export async function remove(store: ConversationStore, message: ConversationMessage): Promise<void> {
  const { id, key } = message
  if (!id) return
  const { messages } = store.state.getState()
  const following = messages.length - 1 - messages.findIndex((one) => one.key === key)
  if (!(await attempt('Not deleted', store.tree.delete(id)))) return
  const title = following === 0 ? 'Message deleted' : `Message deleted, with ${following} that followed`
  const onSelect = () => void attempt('Not restored', store.tree.restore(id))
  toast({ title, action: { label: 'Undo', onSelect }, duration: 10_000 })
}

export async function saveReply(store: ConversationStore, messageId: string, text: string): Promise<void> {
  await attempt('Not saved', store.tree.editReply(messageId, text))
}
