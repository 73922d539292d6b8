import { useQuery } from '@tanstack/react-query'
import { FieldChanges } from '#client/characters/field-changes.tsx'
import { queryOf } from '#client/lib/query-client.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import type { Closable } from '#client/ui/dialogs.tsx'
import { LoadError } from '#client/ui/load-error.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { CharacterUpdate } from '#shared/character-revisions.ts'
import { keepRevisions, takeUpdates } from '../actions/choose-revisions.ts'
import type { ConversationStore } from '../store/conversation-store.ts'
import { useConversationState } from '../store/use-conversation.ts'

/** What has changed of the characters since the conversation began, and whether it goes on with that. */
export function CharacterUpdateDialog({ store, onClose }: Closable & { store: ConversationStore }) {
  const id = useConversationState(store, (state) => state.conversationId) ?? ''
  const query = useQuery({
    ...queryOf('GET /api/conversations/:id/character-updates', { params: { id } }),
    staleTime: 0,
  })
  const updates = query.isFetching ? undefined : query.data
  const choose = async (choice: typeof takeUpdates) => {
    if (updates && (await choice(store, updates))) onClose()
  }
  return (
    <Dialog
      title="What has changed"
      description="This chat goes on with the version that it began with, unless you take the update."
      className="sm:!max-w-[42rem]"
      onClose={onClose}
    >
      <div className="flex flex-col gap-6">
        {query.isFetching && <Skeleton className="h-40 w-full rounded-md" />}
        {query.isError && (
          <LoadError isShort what="the changes" error={query.error} onRetry={() => void query.refetch()} />
        )}
        {updates?.length === 0 && <p className="text-ink-soft">Nothing has changed any more.</p>}
        {updates?.map((update) => (
          <Update key={update.characterId} update={update} hasName={updates.length > 1} />
        ))}
        {updates && updates.length > 0 && (
          <div className="dialog-end flex flex-wrap justify-end gap-2.5">
            <Button variant="outline" onClick={() => void choose(keepRevisions)}>
              Keep
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
