import { useId } from 'react'
import { Controller, useFormContext } from 'react-hook-form'
import { useUser } from '#client/accounts/session.ts'
import { Switch } from '#client/ui/switch.tsx'
import type { CharacterFields } from '#shared/characters.ts'
import { canPublish, unchosenRating } from './creator-values.ts'

/** Who can see the character. It is next to the button that saves, where this is decided. */
export function PublicSwitch() {
  const id = useId()
  const { accountType } = useUser()
  const { control, watch } = useFormContext<CharacterFields>()
  const [rating, isPublic] = watch(['contentRating', 'isPublic'])
  const isAllowed = canPublish(accountType, rating)
  const premiumText = 'Only you: publishing this rating needs Premium.'
  const help = !isAllowed
    ? rating === unchosenRating
      ? 'Only you, until you choose a content rating.'
      : premiumText
    : isPublic
      ? 'Everyone can find and chat with it.'
      : 'Only you can see it.'
  return (
    <div className="flex min-h-11 w-full items-center gap-3">
      <Controller
        control={control}
        name="isPublic"
        render={({ field }) => (
          <Switch
            id={id}
            aria-describedby={`${id}-help`}
            checked={isAllowed && field.value}
            disabled={!isAllowed}
            onCheckedChange={field.onChange}
            onBlur={field.onBlur}
            ref={field.ref}
          />
        )}
      />
      <p className="min-w-0 text-sm leading-snug">
        <label htmlFor={id} className="font-[550]">
          Public
        </label>{' '}
        <span id={`${id}-help`} className="ml-1 text-ink-soft">
          {help}
        </span>
      </p>
    </div>
  )
}
