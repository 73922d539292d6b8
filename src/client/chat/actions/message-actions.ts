import { errorText, hasCode, hasStatus } from '#client/lib/http.ts'
import { toastError } from '#client/ui/toast-error.ts'
import { type ToastOptions, toast } from '#client/ui/toast-store.ts'
import type { Participant, TurnOrder } from '#shared/scenes.ts'
import type { VersionOptions } from '#shared/turns.ts'
import type { ConversationStore } from '../store/conversation-store.ts'
import { type ConversationMessage, positionOf } from '../store/messages.ts'
import { ConversationBusyError } from '../store/tree-changes.ts'

/** Makes a change of the story, and shows the error if it fails. Returns whether it was made. */
export async function attempt(title: string, change: Promise<void>, again?: ToastOptions['action']): Promise<boolean> {
  try {
    await change
    return true
  } catch (error) {
    const isStale = hasCode(error, 'stale_leaf')
    const description = error instanceof ConversationBusyError ? error.message : errorText(error)
    const retry = again && !hasStatus(error, 404) ? { action: again } : {}
    toastError(description, { title: isStale ? 'Changed elsewhere' : title, ...retry })
    return false
  }
}

/** Undoes a change, and offers Undo again if that fails. */
function undoBy(change: () => Promise<void>, title = 'Not undone') {
  const action = { label: 'Undo', onSelect: () => void attempt(title, change(), action) }
  return action
}

/** Undoes a change by showing what was shown before it. */
const undoTo = (store: ConversationStore, leafId: string | null) =>
  undoBy(async () => {
    if (leafId) await store.tree.choose(leafId, true)
  })

/** Shows the version before (-1) or after (1) a message; after the last version of a reply a new one is written. */
export function swipe(store: ConversationStore, message: ConversationMessage, step: -1 | 1): void {
  const { index } = positionOf(message)
  const version = message.siblings[index - 1 + step]
  if (version) void swipeTo(store, version)
  else if (step > 0 && canRegenerate(message)) regenerate(store, message)
}

export function swipeTo(store: ConversationStore, versionId: string): Promise<boolean> {
  return attempt('The version was not shown', store.tree.choose(versionId))
}

/** Whether the model can write another version: not of a greeting, which it did not write. */
export function canRegenerate({ role, id, parentId, finish, status }: ConversationMessage): boolean {
  return role === 'character' && id !== null && (parentId !== null || finish !== null || status !== 'complete')
}

/** Whether a reply ended before its end, and the model can go on in it. */
export function isCut({ role, content, status, finish }: ConversationMessage): boolean {
  return role === 'character' && content !== '' && (status === 'interrupted' || finish === 'length')
}

export function regenerate(store: ConversationStore, message: ConversationMessage, options: VersionOptions = {}): void {
  const { messages, turn } = store.state.getState()
  if (turn !== 'idle') return
  const leafId = store.leafId
  store.regenerate(message.key, options)
  if (messages.at(-1)?.key === message.key) return
  toast({
    title: 'A new version from here',
    description: 'What came after stays with the version before.',
    action: { label: 'Stop and go back', onSelect: () => void stopAndGoBack(store, leafId) },
  })
}

async function stopAndGoBack(store: ConversationStore, leafId: string | null): Promise<void> {
  await store.stop().catch(() => {})
  await store.whenIdle()
  if (leafId && store.leafId !== leafId) await attempt('Not undone', store.tree.choose(leafId, true))
}

/** Ends the story at a message. What followed stays as a version of the next step. Returns whether it was done. */
export async function goBack(store: ConversationStore, messageId: string): Promise<boolean> {
  const action = undoTo(store, store.leafId)
  if (!(await attempt('The story was not changed', store.tree.choose(messageId, true)))) return false
  setUndo(store, action.onSelect)
  toast({ title: 'You went back to this message', description: 'What came after it is kept.', action })
  return true
}

/** Hides a message from the characters, or shows it to them again. Returns whether it was done. */
export function exclude(store: ConversationStore, messageId: string, excluded: boolean): Promise<boolean> {
  return attempt(excluded ? 'Not hidden' : 'Still hidden', store.tree.exclude(messageId, excluded))
}

/** Deletes a message with what follows it. Returns whether it was done. */
export async function remove(store: ConversationStore, message: ConversationMessage): Promise<boolean> {
  const { id, key } = message
  if (!id) return false
  const { messages } = store.state.getState()
  const following = messages.length - 1 - messages.findIndex((one) => one.key === key)
  if (!(await attempt('Not deleted', store.tree.delete(id)))) return false
  const title = following === 0 ? 'Message deleted' : `Message deleted, with ${following} that followed`
  const action = undoBy(() => store.tree.restore(id), 'Not restored')
  setUndo(store, action.onSelect)
  toast({ title, action })
  return true
}

export function editNewest(store: ConversationStore): boolean {
  const own = store.state
    .getState()
    .messages.findLast(({ role, id, status }) => role === 'user' && id !== null && status !== 'redacted')
  if (own) editMessage(store, own)
  return own !== undefined
}

export function editMessage(store: ConversationStore, { id, key, content }: ConversationMessage): void {
  store.setEditing({ key, text: content })
  // Messages far from the window are not rendered.
  if (id && !document.querySelector(`[data-message="${CSS.escape(key)}"]`)) void store.pages.reveal(id)
}

export async function saveEdit(
  store: ConversationStore,
  { id, role }: ConversationMessage,
  text: string,
): Promise<void> {
  if (id) await attempt('Not saved', store.tree.edit(id, role, text))
}

/** Shows a message in the transcript: on the branch that is shown, or on its own with what was last shown below it. */
export async function openMessage(store: ConversationStore, messageId: string, isOnPath: boolean): Promise<void> {
  if (isOnPath && (await store.pages.reveal(messageId))) return
  if (await attempt('The message was not opened', store.tree.choose(messageId))) await store.pages.reveal(messageId)
}

/** Ends the story at a message and shows it; what followed is kept. */
export async function goBackTo(store: ConversationStore, messageId: string): Promise<void> {
  if (await goBack(store, messageId)) await store.pages.reveal(messageId)
}

/** Deletes a message with what follows it. Returns whether it was done. */
export async function deleteBranch(store: ConversationStore, messageId: string): Promise<boolean> {
  if (!(await attempt('Not deleted', store.tree.delete(messageId)))) return false
  setUndo(store, () => void restoreBranch(store, messageId))
  return true
}

export function restoreBranch(store: ConversationStore, messageId: string): Promise<boolean> {
  return attempt('Not restored', store.tree.restore(messageId))
}

const undos = new WeakMap<ConversationStore, () => void>()

/** Stores how to undo the newest change of a story, for when its toast is gone. */
export function setUndo(store: ConversationStore, undo: () => void): void {
  undos.set(store, undo)
}

/** Returns how to undo the newest change, and forgets it. */
export function takeUndo(store: ConversationStore): (() => void) | undefined {
  const undo = undos.get(store)
  undos.delete(store)
  return undo
}

/** Lets a character join a scene or leave it. Returns whether it was done. */
export function moveCharacter(
  store: ConversationStore,
  kind: 'join' | 'leave',
  { characterId, name }: Pick<Participant, 'characterId' | 'name'>,
): Promise<boolean> {
  const change = store.tree.changeScene((requests, { conversationId, leafId }) =>
    requests[kind](conversationId, { characterId, leafId }),
  )
  return attempt(notMoved(kind, name), change)
}

export const notMoved = (kind: 'join' | 'leave', name: string) =>
  kind === 'join' ? `${name} was not added` : `${name} did not leave`

export const orderNotChanged = 'The turn order was not changed'

export function setTurnOrder(store: ConversationStore, order: TurnOrder): Promise<boolean> {
  const change = store.tree.changeScene(({ setTurnOrder: send }, { conversationId }) => send(conversationId, order))
  return attempt(orderNotChanged, change)
}
