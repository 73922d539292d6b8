import { useId } from 'react'
import { call } from '#client/lib/http.ts'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { NoteField } from '#client/ui/note-field.tsx'
import { ProblemText } from '#client/ui/problem-text.tsx'
import { useSchemaForm } from '#client/ui/schema-form.ts'
import { toast } from '#client/ui/toast-store.ts'
import { ReportRequest, reportCategories, reportCategoryNames } from '#shared/moderation.ts'

export interface Reported {
  type: 'character' | 'message'
  id: string
  /** The character's name. */
  name: string
}

const ReportFields = ReportRequest.pick({ category: true, note: true })

export function ReportDialog({ reported: { type, id: targetId, name } }: { reported: Reported }) {
  const form = useSchemaForm(ReportFields, { note: '' })
  const id = useId()
  const problem = form.formState.errors.category?.message
  return (
    <FormDialog
      title={type === 'message' ? 'Report this message' : `Report ${name}`}
      description={
        type === 'message'
          ? 'A moderator will read this message as it is now, with a few messages before and after it. Nobody will see the rest of your conversation.'
          : 'A moderator will look at this character as it is now. The author will not know who reported it.'
      }
      form={form}
      hasCancel={false}
      label="Send report"
      busyLabel="Sending…"
      failure="The report could not be sent. Please try again."
      onSave={async (fields) => {
        await call('POST /api/reports', { body: { targetType: type, targetId, ...fields } })
        toast({
          title: 'Report sent',
          description:
            'Thank you. A moderator will look at it. Your account page shows what becomes of it, under Data.',
        })
      }}
    >
      <fieldset aria-describedby={problem && `${id}-error`}>
        <legend className="mb-2 font-[550] text-sm">What is wrong?</legend>
        {reportCategoryNames.map((category) => (
          <label
            key={category}
            className="-mx-2 flex min-h-11 cursor-pointer items-center gap-3 rounded-md px-2 py-1.5 leading-snug hover:bg-curtain-wash has-checked:bg-curtain-wash"
          >
            <input {...form.register('category')} type="radio" value={category} className="choice" />
            {reportCategories[category].label}
          </label>
        ))}
        <ProblemText id={`${id}-error`} className="mt-1">
          {problem}
        </ProblemText>
      </fieldset>
      <NoteField {...form.field('note', 'Do you want to add anything?')} aside="optional" />
    </FormDialog>
  )
}
