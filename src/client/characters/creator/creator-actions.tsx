import { Eye, Trash2 } from 'lucide-react'
import { useId } from 'react'
import { Controller, FormProvider, type UseFormReturn, useFormContext } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { useUser } from '#client/accounts/session.ts'
import { chatPath } from '#client/lib/paths.ts'
import { useSingleMutation } from '#client/lib/use-single-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import { ButtonLink } from '#client/ui/button-link.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { createDialog } from '#client/ui/dialogs.tsx'
import { Switch } from '#client/ui/switch.tsx'
import { toastError, toastIfFailed } from '#client/ui/toast-error.ts'
import { toast } from '#client/ui/toast-store.ts'
import type { CharacterFields } from '#shared/characters.ts'
import { deleteCharacter, restoreCharacter } from '../api.ts'
import { CreatorPreview } from './creator-preview.tsx'
import { type CreatorTab, canPublish, creatorTabs, unchosenRating } from './creator-values.ts'

/** Where there is little room the buttons are in one row. */
const narrow = '@max-[32rem]:px-3'

interface CreatorActionsProps {
  id: string | null
  tab: CreatorTab
  onNext: (tab: CreatorTab) => void
  /** Called after the deletion, so that the unsaved changes can be dropped. */
  onDeleted: () => void
}

/** Who sees the character, and the buttons of the form, at the lower edge of the window. Deleting can be undone. */
export function CreatorActions({ id, tab, onNext, onDeleted }: CreatorActionsProps) {
  const { formState } = useFormContext<CharacterFields>()
  /** Nobody needs the advanced fields, so that Next does not lead there. */
  const next = creatorTabs[creatorTabs.indexOf(tab) + 1]
  return (
    <div className="sticky bottom-0 before:fixed before:bottom-0 before:h-32 before:[anchor-name:--bottom-bar] z-10 mt-8 flex flex-wrap items-center gap-x-2.5 gap-y-2 border-line border-t bg-paper pt-2 pb-4 max-sm:-mx-4 max-sm:px-4 [@media(max-height:36rem)]:static">
      <PublicSwitch />
      <Button type="submit" className={narrow} disabled={formState.isSubmitting}>
        {formState.isSubmitting ? (
          'Saving...'
        ) : (
          <span>
            Save<span className="@max-[32rem]:sr-only"> Character</span>
          </span>
        )}
      </Button>
      {next && next !== 'advanced' && (
        <Button variant="outline" className={narrow} onClick={() => onNext(next)}>
          Next
        </Button>
      )}
      {id && (
        <ButtonLink to={chatPath(id)} variant="warm" className={narrow}>
          Chat now
        </ButtonLink>
      )}
      <PreviewButton />
      {id && <DeleteButton id={id} onDeleted={onDeleted} />}
    </div>
  )
}

function DeleteButton({ id, onDeleted }: { id: string; onDeleted: () => void }) {
  const { getValues } = useFormContext<CharacterFields>()
  const navigate = useNavigate()
  const undo = async () => {
    if (!(await toastIfFailed(restoreCharacter(id)))) return
    toast({ title: 'Character restored', description: `${getValues('name')} is in My Characters again.` })
  }
  const deletion = useSingleMutation({
    mutationFn: () => deleteCharacter(id),
    onSuccess: () => {
      onDeleted()
      toast({
        title: 'Character deleted',
        description: `${getValues('name')} was deleted.`,
        action: { label: 'Undo', onSelect: () => void undo() },
      })
      void navigate('/my-characters')
    },
    onError: (error) => toastError(error),
  })
  return (
    <Button
      variant="quiet"
      icon={Trash2}
      className={`ml-auto ${narrow}`}
      disabled={deletion.isPending}
      onClick={() => deletion.mutate()}
    >
      <span className="@max-[32rem]:sr-only">{deletion.isPending ? 'Deleting…' : 'Delete'}</span>
    </Button>
  )
}

/** Opens the preview in a dialog if there is no room for it next to the form. */
function PreviewButton() {
  const form = useFormContext<CharacterFields>()
  return (
    <Button
      variant="outline"
      icon={Eye}
      className="@4xl:hidden @max-[32rem]:px-3"
      onClick={() => previewDialog.open({ form })}
    >
      <span className="@max-[32rem]:sr-only">Preview</span>
    </Button>
  )
}

const previewDialog = createDialog(({ form }: { form: UseFormReturn<CharacterFields> }) => (
  <Dialog title="Preview" className="sm:max-w-md">
    <FormProvider {...form}>
      <CreatorPreview />
    </FormProvider>
  </Dialog>
))

/** Who can see the character. It is next to the button that saves, where this is decided. */
function PublicSwitch() {
  const id = useId()
  const { accountType } = useUser()
  const { control, watch } = useFormContext<CharacterFields>()
  const [rating, isPublic] = watch(['contentRating', 'isPublic'])
  const isAllowed = canPublish(accountType, rating)
  const help = isAllowed
    ? isPublic
      ? 'Everyone can find and chat with it.'
      : 'Only you can see it.'
    : rating === unchosenRating
      ? 'Only you, until you choose a content rating.'
      : 'Only you: publishing this rating needs Premium.'
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
