import { Link } from 'react-router'
import { withAdultConfirmation } from '#client/accounts/adult-confirmation.ts'
import { useUser } from '#client/accounts/session.ts'
import { ratingNames } from '#client/characters/rating-names.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { toastIfFailed } from '#client/ui/toast-error.ts'
import type { User } from '#shared/accounts.ts'
import type { Character } from '#shared/characters.ts'
import { type ContentRating, entitlements } from '#shared/entitlements.ts'
import { changeConversation } from '../api/conversation-list-api.ts'
import { useConversationState, useConversationStore } from '../store/use-conversation.ts'
import { chatRatingsOf, ratingOfChat } from './filter-status.ts'

const meanings: Record<ContentRating, string> = {
  general: 'Suitable for everyone.',
  mature: 'Dark themes, strong language and violence. Intimate scenes fade to black.',
  explicit: 'Explicit content between consenting adult characters.',
}

/** What the chat filter does, and the rating of this conversation, which adults can raise where the author allows it. */
export function ContentRatingDialog({ character }: { character: Character }) {
  const store = useConversationStore()
  const user = useUser()
  const conversation = useConversationState((state) => state.conversation)
  const ratings = chatRatingsOf(user, character)
  const chosen = ratingOfChat(user, character, conversation)
  const choose = async (contentRating: ContentRating) => {
    if (!conversation) return
    const saved = withAdultConfirmation(() => changeConversation(conversation, { contentRating }))
    const change = saved.then((answer) => store.setSaved(answer))
    await toastIfFailed(change, { title: 'Update Failed', fallback: 'The rating was not changed. Please try again.' })
  }
  return (
    <Dialog title="Content of this chat">
      <FilterText user={user} />
      {!user.chatFilter && ratings.length === 1 && (
        <p className="mt-3">
          {`This chat is rated ${ratingNames[chosen]}. `}
          {chosen !== 'explicit' && `The author of ${character.name} does not let chats go further.`}
        </p>
      )}
      {ratings.length > 1 && (
        <fieldset className="mt-4 flex flex-col gap-1">
          <legend className="mb-2 font-[550] text-sm">Rating of this chat</legend>
          {ratings.map((rating) => (
            <label
              key={rating}
              className="flex min-h-11 cursor-pointer items-start gap-3 rounded-md px-2.5 py-2 hover:bg-curtain-wash/60 has-checked:bg-curtain-wash"
            >
              <input
                type="radio"
                name="rating"
                checked={rating === chosen}
                onChange={() => void choose(rating)}
                className="choice mt-0.5"
              />
              <span>
                <span className="block font-[550]">{ratingNames[rating]}</span>
                <span className="block text-ink-soft text-sm">{meanings[rating]}</span>
              </span>
            </label>
          ))}
        </fieldset>
      )}
    </Dialog>
  )
}

function FilterText({ user: { accountType, chatFilter } }: { user: User }) {
  if (!chatFilter) {
    return (
      <p>
        Without the filter, mature and explicit characters are open to you. A chat has the rating of its character until
        you raise it.
      </p>
    )
  }
  const canSwitch = entitlements[accountType].chatFilter === 'choice'
  return (
    <p>
      The chat filter is on: replies stay suitable for everyone.{' '}
      <Link to={canSwitch ? '/settings/chats' : '/pricing'} className="text-curtain underline underline-offset-4">
        {canSwitch ? 'Change it in your account' : 'Premium opens mature and explicit characters to adults'}
      </Link>
      .
    </p>
  )
}
