import { zodResolver } from '@hookform/resolvers/zod'
import { useId } from 'react'
import { type UseFormRegisterReturn, useForm } from 'react-hook-form'
import { errorText } from '#client/lib/http.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { Field } from '#client/ui/field.tsx'
import { FormEnd } from '#client/ui/form-end.tsx'
import { ProblemText } from '#client/ui/problem-text.tsx'
import { Textarea } from '#client/ui/textarea.tsx'
import { toast } from '#client/ui/toast-store.ts'
import { moderationLimits, ReportRequest, reportCategories, reportCategoryNames } from '#shared/moderation.ts'
import { sendReport } from './api.ts'

/** The reported character or message. */
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

/** Reports a character or a message. */
export function ReportDialog({ reported, onClose }: ReportDialogProps) {
  const isMessage = reported.type === 'message'
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={isMessage ? 'Report this message' : `Report ${reported.name}`}
      description={
        isMessage
          ? 'A moderator will read this message as it is now, with a few messages before and after it. Nobody will see the rest of your conversation.'
          : 'A moderator will look at this character as it is now. The author will not know who reported it.'
      }
    >
      <ReportForm reported={reported} onDone={onClose} />
    </Dialog>
  )
}

const ReportFields = ReportRequest.pick({ category: true, note: true })

function ReportForm({ reported, onDone }: { reported: Reported; onDone: () => void }) {
  const form = useForm({ resolver: zodResolver(ReportFields), defaultValues: { note: '' } })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async (fields) => {
    try {
      await sendReport({ targetType: reported.type, targetId: reported.id, ...fields })
      toast({
        title: 'Report sent',
        description: 'Thank you. A moderator will look at it. Your account page shows what becomes of it.',
      })
      onDone()
    } catch (error) {
      form.setError('root', { message: errorText(error, 'The report could not be sent. Please try again.') })
    }
  })
  return (
    <form onSubmit={submit} className="flex flex-col gap-5">
      <Categories field={form.register('category')} error={errors.category?.message} />
      <Field label="Do you want to add anything?" aside="optional" error={errors.note?.message}>
        {(control) => <Textarea {...control} {...form.register('note')} dir="auto" maxLength={moderationLimits.note} />}
      </Field>
      <FormEnd
        problem={errors.root?.message}
        isSubmitting={isSubmitting}
        label="Send report"
        submittingLabel="Sending…"
      />
    </form>
  )
}

function Categories({ field, error }: { field: UseFormRegisterReturn; error: string | undefined }) {
  const id = useId()
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-2 font-[550] text-sm">What is wrong?</legend>
      {reportCategoryNames.map((category) => (
        <label
          key={category}
          className="-mx-2 flex min-h-11 cursor-pointer items-center gap-3 rounded-md px-2 py-1.5 leading-snug hover:bg-curtain-wash has-checked:bg-curtain-wash"
        >
          <input {...field} type="radio" value={category} className="choice" />
          {reportCategories[category].label}
        </label>
      ))}
      <ProblemText id={`${id}-error`} className="mt-1">
        {error}
      </ProblemText>
    </fieldset>
  )
}
