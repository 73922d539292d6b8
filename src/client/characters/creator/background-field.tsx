import { useFormContext } from 'react-hook-form'
import { UploadButton } from '#client/images/upload-button.tsx'
import { Button } from '#client/ui/button.tsx'
import type { CharacterFields } from '#shared/characters.ts'

/** The picture behind the character's chats. */
export function BackgroundField() {
  const { watch, setValue } = useFormContext<CharacterFields>()
  const background = watch('background')
  const set = (address: string) => setValue('background', address, { shouldDirty: true })
  return (
    <section aria-label="Background" className="text-sm">
      <h4 className="font-[550] font-sans">Background</h4>
      <p className="mt-1 text-ink-soft">
        A faint picture behind the chats, such as the place where they begin. Players can choose another one, or none.
      </p>
      {background && (
        <img
          src={background}
          alt="The background"
          className="mt-3 aspect-video w-full max-w-80 rounded-lg border border-line bg-sunken object-cover"
        />
      )}
      <div className="mt-3 flex flex-wrap gap-2.5">
        <UploadButton inputLabel="Background picture" onImage={set}>
          {background ? 'Choose another picture' : 'Choose a picture'}
        </UploadButton>
        {background && (
          <Button variant="quiet" onClick={() => set('')}>
            Remove
          </Button>
        )}
      </div>
    </section>
  )
}
