import { useQuery } from '@tanstack/react-query'
import { ArrowRight, CornerDownRight, GitCompare, type LucideIcon } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { useUser } from '#client/accounts/session.ts'
import { swipeTo } from '#client/chat/actions/message-actions.ts'
import { useConversations } from '#client/chat/api/conversation-list-api.ts'
import { conversationPath } from '#client/chat/api/conversation-paths.ts'
import { titleOf } from '#client/chat/api/conversation-title.ts'
import { characterUpdateDialog } from '#client/chat/dialogs.ts'
import { hasStarted } from '#client/chat/store/conversation-state.ts'
import { useConversationState, useConversationStore } from '#client/chat/store/use-conversation.ts'
import { queryOf } from '#client/lib/query-client.ts'
import { Button } from '#client/ui/button.tsx'
import { lazyPart } from '#client/ui/lazy-part.tsx'
import { aiReminderInterval } from '#shared/safety-terms.ts'

/** Reminds a user who has been in the chat for three hours, and every three hours after, that the character is an AI. */
export function AiReminder({ name }: { name: string }) {
  const [hours, setHours] = useState(0)
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    const timer = setInterval(() => {
      setHours((before) => before + aiReminderInterval / 3_600_000)
      setShown(true)
    }, aiReminderInterval)
    return () => clearInterval(timer)
  }, [])
  if (!isShown) return null
  return (
    <p
      role="status"
      className="mx-auto flex max-w-[46rem] flex-wrap items-center gap-3 px-6 py-2 text-ink-soft text-sm"
    >
      <span className="min-w-0 flex-1 basis-60">
        You have been here for {hours} hours. {name} is an AI character, not a person. A break may do you good.
      </span>
      <Button variant="outline" onClick={() => setShown(false)}>
        OK
      </Button>
    </p>
  )
}

/** In a new chat, the link to the user's last conversation with the same character. */
export function PreviousConversationLink() {
  const isNew = useConversationState((state) => state.turn === 'idle' && !hasStarted(state))
  const characterId = useConversationState((state) => state.characterId)
  const { data: previous } = usePreviousConversation(characterId, isNew)
  if (!isNew || !previous) return null
  return (
    <p className="relative mx-auto w-full max-w-[820px] px-4 pb-2.5 sm:px-[26px]">
      <Link
        to={conversationPath(previous.id)}
        className="inline-flex min-h-11 max-w-full animate-fade-in items-center gap-2 rounded-full border border-line bg-card px-4 text-ink-soft text-sm transition-colors duration-150 hover:border-line-strong hover:text-ink"
      >
        <span dir="auto" className="truncate">
          You have talked before: {titleOf(previous)}
        </span>
        <ArrowRight aria-hidden size={15} className="shrink-0" />
      </Link>
    </p>
  )
}

/** The user's last conversation with a character; null without one. */
export function usePreviousConversation(characterId: string, enabled: boolean) {
  return useQuery({
    ...queryOf('GET /api/conversations', { query: { characterId, limit: 1 } }),
    select: ([newest = null]) => newest,
    enabled: enabled && characterId !== '',
  })
}

/** Says that the story once went on from here, and leads there. */
export function LaterNotice() {
  const store = useConversationStore()
  const newest = useConversationState(({ later, turn }) => (turn === 'idle' ? later.at(-1) : undefined))
  const count = useConversationState(({ later }) => later.length)
  const isChanging = useConversationState((state) => state.isChanging)
  return (
    <StoryNotice
      icon={CornerDownRight}
      action="Show what came after"
      disabled={isChanging}
      onAction={newest === undefined ? null : () => void swipeTo(store, newest)}
    >
      You went back to this message.{' '}
      {count === 1 ? 'What came after it is kept.' : `The ${count} branches after it are kept.`} Your next message
      begins a new branch.
    </StoryNotice>
  )
}

/** Says that a character has changed since the conversation began, and shows how. */
export function UpdateNotice() {
  const store = useConversationStore()
  const isShown = useConversationState(({ hasUpdate, turn }) => hasUpdate && turn === 'idle')
  const name = useConversationState(({ scene, conversation }) => (scene ? null : conversation?.characterName))
  return (
    <StoryNotice
      icon={GitCompare}
      action="See what changed"
      onAction={isShown ? () => characterUpdateDialog.open({ store }) : null}
    >
      {name ? <bdi>{name}</bdi> : 'A character'} has changed since this chat began. It goes on as before.
    </StoryNotice>
  )
}

interface StoryNoticeProps {
  icon: LucideIcon
  action: string
  disabled?: boolean
  /** Null where there is nothing to say. */
  onAction: (() => void) | null
  children: ReactNode
}

function StoryNotice({ icon: Icon, action, disabled, onAction, children }: StoryNoticeProps) {
  return (
    <div role="status" className="relative mx-auto w-full max-w-[820px] px-4 sm:px-[26px]">
      {onAction && (
        <p className="flex animate-fade-in flex-wrap items-center gap-x-4 gap-y-1 border-line border-t pt-2 pb-2.5 text-ink-soft text-sm">
          <span className="flex-1 basis-56">{children}</span>
          <Button
            variant="quiet"
            icon={Icon}
            className="-mr-3 !px-3 !text-sm max-sm:-ml-3"
            disabled={disabled}
            onClick={onAction}
          >
            {action}
          </Button>
        </p>
      )}
    </div>
  )
}

// Loads react-hook-form and Zod in a user's first chat only. If they cannot be loaded, the question is left out.
const PlayerNameForm = lazyPart(async () => (await import('#client/accounts/player-name-form.tsx')).PlayerNameForm, {
  failed: () => null,
})

/** In a user's first chat, asks by which name characters should call them. Not answering keeps the display name. */
export function PlayerNameQuestion() {
  const { playerName } = useUser()
  const isNew = useConversationState((state) => state.phase === 'open' && state.turn === 'idle' && !hasStarted(state))
  const { data } = useConversations()
  const isFirst = data?.pages.every(({ page }) => page.length === 0) ?? false
  if (!isNew || !isFirst || playerName !== null) return null
  return (
    <div className="relative mx-auto w-full max-w-[820px] animate-fade-in px-4 pb-2.5 empty:hidden sm:px-[26px]">
      <PlayerNameForm
        label="What should characters call you?"
        className="rounded-xl border border-line bg-card px-4 py-2.5"
      />
    </div>
  )
}
