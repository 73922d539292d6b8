import { useState } from 'react'
import type { ZodType } from 'zod'
import { hasCode } from '#client/lib/http.ts'
import { FormEnd } from '#client/ui/form-end.tsx'
import { TextareaField } from '#client/ui/form-field.tsx'
import { useSchemaForm } from '#client/ui/schema-form.ts'
import { showServerErrors } from '#client/ui/show-server-errors.ts'

interface Fields {
  text: string
}

interface MemoryTextFormProps {
  label: string
  text: string
  schema: ZodType<Fields, Fields>
  maxLength: number
  /** Rejects with `changed_elsewhere` if the saved text is not `seen`. */
  onSave: (text: string, seen: string) => Promise<unknown>
  onClose: () => void
}

/** Writes or corrects a text of the memory. Escape closes this form, not the panel. */
export function MemoryTextForm({ label, text: now, schema, maxLength, onSave, onClose }: MemoryTextFormProps) {
  /** The text that the user began with; `now` changes when it is corrected elsewhere. */
  const [before] = useState(now)
  const form = useSchemaForm(schema, { text: before })
  const save = form.handleSubmit(async ({ text }) => {
    try {
      if (text !== before) await onSave(text, now)
      onClose()
    } catch (error) {
      // The user then sees the other text below the field, and can save again.
      if (hasCode(error, 'changed_elsewhere')) return
      showServerErrors(form, error, 'This was not saved. Please try again.')
    }
  })
  return (
    <form
      onSubmit={save}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
      noValidate
      className="flex flex-col gap-3"
    >
      <TextareaField label={label} form={form} name="text" autoFocus maxLength={maxLength} />
      {now !== before && (
        <div role="alert" className="rounded-md border border-line bg-sunken px-3.5 py-2.5 text-sm">
          <p>Changed in another tab or on another device meanwhile. Save again to replace this text:</p>
          <p dir="auto" className="mt-1 whitespace-pre-line break-words text-ink-soft">
            {now}
          </p>
        </div>
      )}
      <FormEnd form={form} onCancel={onClose} />
    </form>
  )
}
