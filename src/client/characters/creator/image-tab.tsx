import { useFormContext } from 'react-hook-form'
import { ImageGenerator } from '#client/images/image-generator.tsx'
import { ImageUpload } from '#client/images/image-upload.tsx'
import type { CharacterFields } from '#shared/characters.ts'
import { Poster } from '../poster.tsx'
import { PortraitPicker } from './portrait-picker.tsx'
import { TextField } from './text-field.tsx'

/** Chooses the character's image: generated, uploaded or a built-in portrait. */
export function ImageTab() {
  const { watch, setValue } = useFormContext<CharacterFields>()
  const { name, avatar, category } = watch()
  const pick = (image: string) => setValue('avatar', image, { shouldDirty: true, shouldValidate: true })
  return (
    <div className="flex min-w-0 flex-col gap-7">
      <figure className="w-full max-w-56 @4xl:hidden">
        <Poster
          name={name}
          avatar={avatar}
          category={category}
          loading="eager"
          className="aspect-[5/4] rounded-lg border border-line"
        />
        <figcaption className="mt-2 text-2xs text-ink-soft">How the card will look</figcaption>
      </figure>
      <ImageGenerator value={avatar} onImage={pick} />
      <ImageUpload onImage={pick} />
      <PortraitPicker name={name} category={category} value={avatar} onPick={pick} />
      <TextField
        name="avatar"
        singleLine
        placeholder="/portraits/…"
        help="The address of a picture on this site. Pictures from other websites cannot be used: upload them instead."
      />
    </div>
  )
}
