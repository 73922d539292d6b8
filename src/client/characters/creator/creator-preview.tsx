import { type ReactNode, useDeferredValue } from 'react'
import { useFormContext } from 'react-hook-form'
import { useUser } from '#client/accounts/session.ts'
import { Avatar } from '#client/ui/avatar.tsx'
import { openingText } from '#engine/prompt/opening.ts'
import type { CharacterFields } from '#shared/characters.ts'
import { CharacterCard } from '../character-card.tsx'
import { hueOf } from '../hue.ts'
import { previewOf } from './creator-values.ts'
import { OpeningWords } from './opening-words.tsx'

/** How the character will look to others: the card in the gallery, and how a chat opens. */
export function CreatorPreview() {
  const user = useUser()
  const { watch } = useFormContext<CharacterFields>()
  const values = useDeferredValue(watch())
  const character = previewOf(values, user)
  return (
    <div className="flex flex-col gap-7 wrap-anywhere">
      <Scene title="The card">
        {/* Only to be looked at: its links lead to a character that is not there yet. */}
        <div inert>
          <CharacterCard character={character} eager />
        </div>
      </Scene>
      <Scene title="How a chat opens">
        <div className="rounded-lg border border-line bg-card p-5">
          {values.userRole.trim() && (
            <p dir="auto" className="mb-4 text-center font-prose text-ink-soft text-sm italic">
              Your role: {values.userRole}
            </p>
          )}
          <div className="mb-2.5 flex items-center gap-3">
            <Avatar
              name={character.name}
              src={values.avatar}
              hue={hueOf(values.category)}
              className="size-9 rounded-[10px]"
            />
            <p dir="auto" className="line-clamp-2 min-w-0 font-display font-semibold text-[0.96875rem]">
              {character.name}
            </p>
          </div>
          <OpeningWords text={openingText(character, user.name, 'preview')} />
        </div>
      </Scene>
    </div>
  )
}

function Scene({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <p aria-hidden className="mb-2 font-[550] text-ink-soft text-xs">
        {title}
      </p>
      {children}
    </section>
  )
}
