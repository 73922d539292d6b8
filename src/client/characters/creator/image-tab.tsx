import { useFormContext } from 'react-hook-form'
import type { CharacterFields } from '#shared/characters.ts'
import { Poster } from '../poster.tsx'
import { PortraitPicker } from './portrait-picker.tsx'
import { TextField } from './text-field.tsx'

/** The character's picture, on the poster that others will see. */
export function ImageTab() {
  const { watch, setValue } = useFormContext<CharacterFields>()
  const { name, avatar, category } = watch()
  const pick = (portrait: string) => setValue('avatar', portrait, { shouldDirty: true, shouldValidate: true })
  return (
    <div className="grid gap-7 sm:grid-cols-[14rem_1fr]">
      <figure className="max-sm:max-w-56">
        <Poster
          name={name || '?'}
          avatar={avatar}
          category={category}
          eager
          className="aspect-[5/4] rounded-lg border border-line"
        />
        <figcaption className="mt-2 text-2xs text-ink-soft">How the card will look</figcaption>
      </figure>
      <div className="flex min-w-0 flex-col gap-7">
        <PortraitPicker name={name} category={category} value={avatar} onPick={pick} />
        <TextField
          name="avatar"
          label="Image address"
          line
          placeholder="https://…"
          help="Pictures from elsewhere on the web are kept with the character but not shown here, so that no one can watch who looks at them."
        />
      </div>
    </div>
  )
}
