import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { counted } from '#client/lib/format-count.ts'
import { queryOf } from '#client/lib/query-client.ts'
import { useClose } from '#client/ui/close-context.ts'
import { LoadError } from '#client/ui/load-error.tsx'
import { CloseButton, Overlay, OverlayTitle } from '#client/ui/overlay.tsx'
import { PageSkeleton } from '#client/ui/skeleton.tsx'
import type { StoryMap } from '#shared/branches.ts'
import { useConversationState } from '../store/use-conversation.ts'
import { MapSearch } from './map-search.tsx'
import { StoryMapBody } from './story-map-body.tsx'

interface StoryMapDialogProps {
  name: string
  /** The message to begin at; null at the newest one. */
  startId: string | null
}

/** The whole story as a tree, over the whole window. */
export function StoryMapDialog({ name, startId }: StoryMapDialogProps) {
  const close = useClose()
  const conversationId = useConversationState((state) => state.conversationId) ?? ''
  const query = useQuery({
    ...queryOf('GET /api/conversations/:id/map', { params: { id: conversationId } }),
    staleTime: 0,
    gcTime: 0,
  })
  const [words, setWords] = useState('')
  const [wanted, setWanted] = useState(startId)
  /** A message is being opened: it gets the focus, not the button that opened the map. */
  const isLeaving = useRef(false)
  const leave = () => {
    isLeaving.current = true
    close()
  }
  const onEscape = (event: KeyboardEvent) => {
    if (words === '') return
    event.preventDefault()
    setWords('')
  }
  return (
    <Overlay
      onEscapeKeyDown={onEscape}
      onCloseAutoFocus={(event) => isLeaving.current && event.preventDefault()}
      className="fixed inset-0 z-50 flex animate-fade-in flex-col bg-paper text-ink outline-none"
    >
      <header className="relative z-30 flex items-center gap-3 border-line border-b bg-paper py-2.5 pr-2 pl-4 sm:pl-6">
        <div className="min-w-0 shrink-0">
          <OverlayTitle className="font-display font-semibold text-xl tracking-[-0.02em]">Story map</OverlayTitle>
          <p className="hidden text-ink-soft text-xs sm:block">
            {query.data ? sizeOf(query.data) : query.isPending && 'Loading…'}
          </p>
        </div>
        <span className="sm:flex-1" />
        {query.data && query.data.messages.length > 0 && (
          <MapSearch
            map={query.data}
            name={name}
            words={words}
            onSearch={setWords}
            onSelect={(messageId) => {
              setWanted(messageId)
              setWords('')
            }}
          />
        )}
        <CloseButton className="ml-auto" />
      </header>
      {!query.data && <LoadError what="the story map" query={query} />}
      {query.isPending && (
        <PageSkeleton
          label="Drawing the story…"
          parts={['h-[76px] w-[180px]', 'h-[76px] w-[180px]', 'h-[76px] w-[180px]']}
          className="m-auto flex flex-col gap-8"
        />
      )}
      {query.data && (
        <StoryMapBody
          key={conversationId}
          name={name}
          map={query.data}
          wanted={wanted}
          onWantedShown={() => setWanted(null)}
          onLeave={leave}
        />
      )}
    </Overlay>
  )
}

function sizeOf({ messages, isWhole }: StoryMap): string {
  const parents = new Set(messages.map(({ parentId }) => parentId))
  const ends = messages.filter(({ id }) => !parents.has(id)).length
  const count = counted(messages.length, 'message')
  if (!isWhole) return `The newest ${count}`
  return `${count}, ${counted(ends, 'branch', 'branches')}`
}
