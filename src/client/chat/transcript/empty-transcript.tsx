import { Avatar } from '#client/ui/avatar.tsx'
import type { ConversationCharacter } from '../api/use-conversation-character.ts'

/** A conversation without messages: the character has no greeting, so the player writes first. */
export function EmptyTranscript({ character }: { character: ConversationCharacter }) {
  const { name, avatar, hue, current } = character
  return (
    <div className="mx-auto flex max-w-md flex-col items-center px-6 py-8 text-center wrap-anywhere">
      <Avatar name={name} src={avatar} hue={hue} className="size-24 rounded-2xl text-3xl" />
      {/* The heading of the page has the name. */}
      <h2 className="mt-5 text-2xl">{current ? 'Write the first message' : 'No messages'}</h2>
      {current && (
        <>
          <p dir="auto" className="mt-2 line-clamp-3 text-balance font-prose text-ink-soft">
            {current.description}
          </p>
          <p className="mt-4 text-balance text-ink-soft text-md">Or send an empty message to let {name} begin.</p>
        </>
      )}
    </div>
  )
}
