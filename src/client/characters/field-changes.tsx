import { useMemo } from 'react'
import { Added, Removed, TextDifference } from '#client/ui/text-difference.tsx'
import { fieldLabels } from './creator/creator-values.ts'

interface FieldChange {
  field: string
  before: string
  after: string
}

const labels: Partial<Record<string, string>> = { ...fieldLabels, lorebook: 'Lorebook' }
const labelOf = (field: string) => labels[field] ?? field

/** The names of fields, as a list in a sentence. */
export const fieldNames = (fields: readonly string[]) =>
  new Intl.ListFormat('en', { type: 'conjunction' }).format(fields.map((field) => labelOf(field).toLowerCase()))

/** The fields in which two versions of a character differ, each with the words that were removed and added. */
export function FieldChanges({ changes }: { changes: readonly FieldChange[] }) {
  const labelled = useMemo(() => changes.map((change) => ({ ...change, label: labelOf(change.field) })), [changes])
  return (
    <div className="flex flex-col gap-5">
      {labelled.length > 0 && (
        <p className="text-ink-soft text-xs">
          <Removed>Removed</Removed> · <Added>Added</Added>
        </p>
      )}
      {labelled.map(({ field, label, before, after }) => (
        <section key={field} aria-label={label}>
          <h3 className="mb-1 font-[550] text-sm">{label}</h3>
          <TextDifference isShort before={before} after={after} className="text-md" />
        </section>
      ))}
    </div>
  )
}
