import { useQuery } from '@tanstack/react-query'
import { FieldChanges } from '#client/characters/field-changes.tsx'
import { attempt } from '#client/chat/actions/message-actions.ts'
import type { ConversationStore } from '#client/chat/store/conversation-store.ts'
import { useConversationState, useConversationStore } from '#client/chat/store/use-conversation.ts'
import { queryOf } from '#client/lib/query-client.ts'
import { Button } from '#client/ui/button.tsx'
import { useClose } from '#client/ui/close-context.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { LoadError } from '#client/ui/load-error.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { toast } from '#client/ui/toast-store.ts'
import type { CharacterUpdate, RevisionsRequest } from '#shared/character-revisions.ts'

/** What has changed of the characters since the conversation began, and whether it goes on with that. */
export function CharacterUpdateDialog() {
  const close = useClose()
  const store = useConversationStore()
  const id = useConversationState((state) => state.conversationId) ?? ''
  const query = useQuery({
    ...queryOf('GET /api/conversations/:id/character-updates', { params: { id } }),
    staleTime: 0,
  })
  const updates = query.isFetching ? undefined : query.data
  const choose = async (choice: typeof takeUpdates) => {
    if (updates && (await choice(store, updates))) close()
  }
  return (
    <Dialog
      title="What has changed"
      description="This chat goes on with the version that it began with, unless you take the update."
      className="sm:!max-w-[42rem]"
    >
      <div className="flex flex-col gap-6">
        {query.isFetching && <Skeleton className="h-40 w-full rounded-md" />}
        <LoadError isShort what="the changes" query={query} />
        {updates?.length === 0 && <p className="text-ink-soft">Nothing has changed any more.</p>}
        {updates?.map((update) => (
          <Update key={update.characterId} update={update} hasName={updates.length > 1} />
        ))}
        {updates && updates.length > 0 && (
          <div className="dialog-end flex flex-wrap justify-end gap-2.5">
            <Button variant="outline" onClick={() => void choose(keepRevisions)}>
              Keep it as it is
            </Button>
            <Button onClick={() => void choose(takeUpdates)}>Take the update</Button>
          </div>
        )}
      </div>
    </Dialog>
  )
}

function Update({ update, hasName }: { update: CharacterUpdate; hasName: boolean }) {
  const { name, changes, isDefinitionChanged } = update
  return (
    <article className="flex flex-col gap-4">
      {hasName && (
        <h2 dir="auto" className="font-display font-semibold text-lg">
          {name}
        </h2>
      )}
      <FieldChanges changes={changes} />
      {isDefinitionChanged && (
        <p className="rounded-md bg-sunken px-3.5 py-2.5 text-ink-soft text-sm">
          The definition was changed{changes.length > 0 ? ' too' : ''}. Only its author can read it.
        </p>
      )}
    </article>
  )
}

type Updates = readonly CharacterUpdate[]

const choose = (store: ConversationStore, body: RevisionsRequest) =>
  store.tree.changeScene(({ chooseRevisions }, { conversationId }) => chooseRevisions(conversationId, body))

const newest = (updates: Updates) => updates.map(({ characterId, revisionId }) => ({ characterId, revisionId }))

/** Lets the conversation go on with the newest versions of its characters. Returns whether it was done. */
async function takeUpdates(store: ConversationStore, updates: Updates): Promise<boolean> {
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
function keepRevisions(store: ConversationStore, updates: Updates): Promise<boolean> {
  return attempt('Not saved', choose(store, { choice: 'keep', revisions: newest(updates) }))
}
