import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { errorText } from '#client/lib/http.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Field } from '#client/ui/field.tsx'
import { Textarea } from '#client/ui/textarea.tsx'
import { toast } from '#client/ui/toast-store.ts'
import { moderationLimits, type ReportCategory, reportCategories, reportCategoryNames } from '#shared/moderation.ts'
import { sendReport } from './api.ts'

/** What is being reported, and what it is called. */
export interface Reported {
  type: 'character' | 'message'
  id: string
  /** The character's name. */
  name: string
}

interface ReportDialogProps {
  reported: Reported
  onClose: () => void
}

/** Says what is wrong with a character, or with one of their lines. */
export function ReportDialog({ reported, onClose }: ReportDialogProps) {
  const isLine = reported.type === 'message'
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={isLine ? 'Report this line' : `Report ${reported.name}`}
      description={
        isLine
          ? 'A moderator will read this line as it stands now, with a few lines before and after it. Nothing else of your conversation is shown to anyone.'
          : 'A moderator will look at this character as it is now. Whoever wrote it is not told who reported it.'
      }
    >
      <ReportForm reported={reported} onDone={onClose} />
    </Dialog>
  )
}

function ReportForm({ reported, onDone }: { reported: Reported; onDone: () => void }) {
  const [category, setCategory] = useState<ReportCategory | null>(null)
  const [note, setNote] = useState('')
  const [unsaid, setUnsaid] = useState(false)
  const sending = useMutation({
    mutationFn: (chosen: ReportCategory) =>
      sendReport({ targetType: reported.type, targetId: reported.id, category: chosen, note }),
    onSuccess: () => {
      toast({ title: 'Report sent', description: 'Thank you. A moderator will look at it.' })
      onDone()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setUnsaid(category === null)
    if (category) sending.mutate(category)
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-5">
      <Categories value={category} onChange={setCategory} missing={unsaid && category === null} />
      <Field label="What should we know?" aside="optional">
        {(control) => (
          <Textarea
            {...control}
            dir="auto"
            maxLength={moderationLimits.note}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        )}
      </Field>
      {sending.isError && (
        <p role="alert" className="text-danger text-sm">
          {errorText(sending.error, 'The report could not be sent. Please try again.')}
        </p>
      )}
      <Button type="submit" disabled={sending.isPending}>
        {sending.isPending ? 'Sending…' : 'Send Report'}
      </Button>
    </form>
  )
}

interface CategoriesProps {
  value: ReportCategory | null
  onChange: (category: ReportCategory) => void
  missing: boolean
}

function Categories({ value, onChange, missing }: CategoriesProps) {
  const id = useId()
  return (
    <fieldset aria-describedby={missing ? `${id}-missing` : undefined}>
      <legend className="mb-2 font-[550] text-sm">What is wrong?</legend>
      {reportCategoryNames.map((name) => (
        <label
          key={name}
          className="-mx-2 flex min-h-11 cursor-pointer items-center gap-3 rounded-md px-2 py-1.5 leading-snug hover:bg-curtain-wash has-checked:bg-curtain-wash"
        >
          <input
            type="radio"
            name={id}
            checked={value === name}
            onChange={() => onChange(name)}
            className="size-4.5 shrink-0 accent-curtain"
          />
          {reportCategories[name].label}
        </label>
      ))}
      {missing && (
        <p id={`${id}-missing`} role="alert" className="mt-1 text-danger text-sm">
          Please say what is wrong
        </p>
      )}
    </fieldset>
  )
}
