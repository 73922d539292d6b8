import { Eye, Trash2 } from 'lucide-react'
import { useId } from 'react'
import { Controller, useFormContext } from 'react-hook-form'
import { Link, useNavigate } from 'react-router'
import { useUser } from '#client/accounts/session.ts'
import { chatPath } from '#client/lib/paths.ts'
import { Button } from '#client/ui/button.tsx'
import { buttonClass } from '#client/ui/button-class.ts'
import { lazyDialog } from '#client/ui/dialogs.tsx'
import { Switch } from '#client/ui/switch.tsx'
import { toastError } from '#client/ui/toast-error.ts'
import { useToastLift } from '#client/ui/toast-lift.ts'
import { toast } from '#client/ui/toast-store.ts'
import type { CharacterFields } from '#shared/characters.ts'
import { useDeleteCharacter, useRestoreCharacter } from '../api.ts'
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
    <div
      ref={useToastLift()}
      className="sticky bottom-0 z-10 mt-8 flex flex-wrap items-center gap-x-2.5 gap-y-2 border-line border-t bg-paper pt-2 pb-4 max-sm:-mx-4 max-sm:px-4 [@media(max-height:36rem)]:static"
    >
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
        <Link to={chatPath(id)} className={buttonClass({ variant: 'warm', className: narrow })}>
          Chat now
        </Link>
      )}
      <PreviewButton />
      {id && <DeleteButton id={id} onDeleted={onDeleted} />}
    </div>
  )
}

function DeleteButton({ id, onDeleted }: { id: string; onDeleted: () => void }) {
  const { getValues } = useFormContext<CharacterFields>()
  const navigate = useNavigate()
  const deletion = useDeleteCharacter()
  const restoration = useRestoreCharacter()

  const undo = async () => {
    try {
      await restoration.mutateAsync(id)
      toast({ title: 'Character restored', description: `${getValues('name')} is in My Characters again.` })
    } catch (error) {
      toastError(error)
    }
  }
  const onDelete = async () => {
    try {
      await deletion.mutateAsync(id)
      onDeleted()
      toast({
        title: 'Character deleted',
        description: `${getValues('name')} was deleted.`,
        action: { label: 'Undo', onSelect: () => void undo() },
      })
      await navigate('/my-characters')
    } catch (error) {
      toastError(error)
    }
  }
  return (
    <Button
      variant="quiet"
      className={`ml-auto ${narrow}`}
      disabled={deletion.isPending}
      onClick={() => void onDelete()}
    >
      <Trash2 aria-hidden size={16} />
      <span className="@max-[32rem]:sr-only">{deletion.isPending ? 'Deleting…' : 'Delete'}</span>
    </Button>
  )
}

const previewDialog = lazyDialog(async () => (await import('./preview-dialog.tsx')).PreviewDialog)

/** Opens the preview in a dialog if there is no room for it next to the form. */
function PreviewButton() {
  const form = useFormContext<CharacterFields>()
  return (
    <Button variant="outline" className="@4xl:hidden @max-[32rem]:px-3" onClick={() => previewDialog.open({ form })}>
      <Eye aria-hidden size={16} />
      <span className="@max-[32rem]:sr-only">Preview</span>
    </Button>
  )
}

/** Who can see the character. It is next to the button that saves, where this is decided. */
function PublicSwitch() {
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
