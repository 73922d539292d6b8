import { type ReactNode, useDeferredValue } from 'react'
import { useFormContext } from 'react-hook-form'
import { useUser } from '#client/accounts/session.ts'
import { Avatar } from '#client/ui/avatar.tsx'
import { openingText } from '#engine/prompt/opening.ts'
import { hueOf } from '#shared/category-hues.ts'
import type { CharacterFields } from '#shared/characters.ts'
import { CharacterCard, unnamed } from '../character-card.tsx'
import { StoryText } from '../story-text.tsx'
import { previewOf } from './creator-values.ts'

/** The character as others see it: the card in the gallery and the start of a chat. */
export function CreatorPreview() {
  const user = useUser()
  const { watch } = useFormContext<CharacterFields>()
  const values = useDeferredValue(watch())
  const character = previewOf(values, user)
  const name = character.name || unnamed
  const greeting = openingText({ ...character, name }, user.playerName ?? user.name, 'preview', { now: Date.now() })
  return (
    <div className="flex flex-col gap-7 wrap-anywhere">
      <PreviewSection title="Preview of the card">
        {/* Inert: the character may not exist yet. */}
        <div inert>
          <CharacterCard character={character} eager isPreview />
        </div>
      </PreviewSection>
      <PreviewSection title="How a chat begins">
        <div className="rounded-lg border border-line bg-card p-5">
          {values.userRole.trim() && (
            <p dir="auto" className="mb-4 line-clamp-4 text-center font-prose text-ink-soft text-sm italic">
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
              {name}
            </p>
          </div>
          {greeting ? (
            <StoryText text={greeting} />
          ) : (
            <p className="text-ink-soft text-md">No greeting: the user writes the first message.</p>
          )}
        </div>
      </PreviewSection>
    </div>
  )
}

function PreviewSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <p aria-hidden className="mb-2 font-[550] text-ink-soft text-xs">
        {title}
      </p>
      {children}
    </section>
  )
}
