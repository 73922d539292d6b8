import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { updateProfile } from '#client/accounts/api.ts'
import { useUser } from '#client/accounts/session.ts'
import { errorText } from '#client/lib/http.ts'
import { Button } from '#client/ui/button.tsx'
import { Input } from '#client/ui/input.tsx'
import { ProfileRequest } from '#shared/accounts.ts'
import { useConversations } from './conversation-list/conversation-list-api.ts'
import { hasStarted } from './store/conversation-state.ts'
import type { ConversationStore } from './store/conversation-store.ts'
import { useConversationState } from './store/use-conversation.ts'

/** In a user's first chat, asks by which name characters should call them. Not answering keeps the display name. */
export function PlayerNameForm({ store }: { store: ConversationStore }) {
  const user = useUser()
  const isNew = useConversationState(
    store,
    (state) => state.phase === 'open' && state.turn === 'idle' && !hasStarted(state),
  )
  const { data } = useConversations()
  const isFirst = data?.pages.every(({ conversations }) => conversations.length === 0) ?? false
  if (!isNew || !isFirst || user.playerName !== null) return null
  return <Form name={user.name} />
}

function Form({ name }: { name: string }) {
  const form = useForm({ resolver: zodResolver(ProfileRequest), defaultValues: { playerName: name } })
  const { errors, isSubmitting } = form.formState
  const save = form.handleSubmit(async (names) => {
    try {
      await updateProfile(names)
    } catch (error) {
      form.setError('playerName', { message: errorText(error, 'The name could not be saved. Please try again.') })
    }
  })
  const problem = errors.playerName?.message
  return (
    <form
      onSubmit={save}
      noValidate
      className="relative mx-auto w-full max-w-[820px] animate-fade-in px-4 pb-2.5 sm:px-[26px]"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-xl border border-line bg-card px-4 py-2.5">
        <label htmlFor="player-name" className="text-ink-soft text-sm">
          What should characters call you?
        </label>
        <span className="flex min-w-0 flex-1 basis-56 items-center gap-2">
          <Input
            id="player-name"
            className="min-w-0 flex-1 sm:max-w-64"
            autoComplete="nickname"
            aria-invalid={problem ? true : undefined}
            aria-describedby={problem ? 'player-name-error' : undefined}
            {...form.register('playerName')}
          />
          <Button type="submit" variant="outline" disabled={isSubmitting}>
            {isSubmitting ? 'Saving...' : 'Save'}
          </Button>
        </span>
        {problem && (
          <p id="player-name-error" role="alert" className="w-full text-danger text-sm">
            {problem}
          </p>
        )}
      </div>
    </form>
  )
}
