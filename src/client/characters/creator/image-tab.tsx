import { useFormContext } from 'react-hook-form'
import type { CharacterFields } from '#shared/characters.ts'
import { Poster } from '../poster.tsx'
import { TextField } from './text-field.tsx'

/** The character's picture, by its address, on the poster that others will see. */
export function ImageTab() {
  const { watch } = useFormContext<CharacterFields>()
  const { name, avatar, category } = watch()
  return (
    <div className="grid gap-7 sm:grid-cols-[15rem_1fr]">
      <figure>
        <Poster
          name={name || '?'}
          avatar={avatar}
          category={category}
          eager
          className="aspect-[5/4] rounded-lg border border-line"
        />
        <figcaption className="mt-2 text-2xs text-ink-soft">How the card will look</figcaption>
      </figure>
      <TextField
        name="avatar"
        label="Image address"
        line
        placeholder="https://…"
        help="A web address of a picture. Leave it empty to show the initial on a tinted poster."
      />
    </div>
  )
}
