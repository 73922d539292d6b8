import { toast } from '#client/ui/toast-store.ts'
import type { CharacterUpdate, RevisionsRequest } from '#shared/character-revisions.ts'
import type { ConversationStore } from '../store/conversation-store.ts'
import { attempt } from './message-actions.ts'

type Updates = readonly CharacterUpdate[]

const choose = (store: ConversationStore, body: RevisionsRequest) =>
  store.tree.changeScene(({ chooseRevisions }, { conversationId }) => chooseRevisions(conversationId, body))

const newest = (updates: Updates) => updates.map(({ characterId, revisionId }) => ({ characterId, revisionId }))

/** Lets the conversation go on with the newest versions of its characters. Returns whether it was done. */
export async function takeUpdates(store: ConversationStore, updates: Updates): Promise<boolean> {
  const kept = updates.map(({ characterId, keptId }) => ({ characterId, revisionId: keptId }))
  const taken = choose(store, { choice: 'take', revisions: newest(updates) })
  if (!(await attempt('The update was not taken', taken))) return false
  const undo = () => void attempt('Not undone', choose(store, { choice: 'take', revisions: kept }))
  toast({
    title: 'Update taken',
    description: 'The next reply is by the new version.',
    action: { label: 'Undo', onSelect: undo },
  })
  return true
}

/** Goes on as before, and offers these versions no more. Returns whether it was done. */
export function keepRevisions(store: ConversationStore, updates: Updates): Promise<boolean> {
  return attempt('Not saved', choose(store, { choice: 'keep', revisions: newest(updates) }))
}
