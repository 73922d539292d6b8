import { useState } from 'react'
import { cx } from '#client/lib/cx.ts'
import { type Difference, excerptsOf, type Side } from '#client/lib/merge-fields.ts'
import type { useSaveConflict } from '#client/lib/use-save-conflict.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

interface MergeDialogProps<Fields extends object> {
  conflict: ReturnType<typeof useSaveConflict<Fields>>
  /** The names of the fields as their form shows them. */
  labels: Readonly<Record<keyof Fields & string, string>>
}

/** Asks, for each field that was saved differently elsewhere, which text is to be kept. */
export function MergeDialog<Fields extends object>({ conflict, labels }: MergeDialogProps<Fields>) {
  const { conflict: found, saveMerged, close } = conflict
  if (!found) return null
  // A conflict that follows another one begins with its own choices.
  return (
    <Differences
      key={found.updatedAt}
      differences={found.differences}
      labels={labels}
      onSave={saveMerged}
      onClose={close}
    />
  )
}

type Choices<Fields> = Partial<Record<keyof Fields & string, Side>>

interface DifferencesProps<Fields> extends Pick<MergeDialogProps<Fields & object>, 'labels'> {
  differences: readonly Difference<Fields>[]
  onSave: (choices: Choices<Fields>) => void
  onClose: () => void
}

function Differences<Fields>({ differences, labels, onSave, onClose }: DifferencesProps<Fields>) {
  const preferred = differences.map((difference) => [difference.field, difference.preferred])
  const [choices, setChoices] = useState(() => Object.fromEntries(preferred) as Choices<Fields>)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Changed elsewhere"
      description="This was saved in another tab or on another device while you were editing. Choose what to keep."
      className="sm:!max-w-[38rem]"
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          // The form under the dialog is its parent in React.
          event.stopPropagation()
          onSave(choices)
        }}
        className="flex flex-col gap-6"
      >
        {differences.map((difference) => {
          const { field } = difference
          const excerpts = excerptsOf(difference.mine, difference.theirs)
          const option = (side: Side, label: string) => (
            <label
              className={cx(
                'relative flex cursor-pointer gap-3 rounded-md border border-line px-3.5 py-2.5',
                'has-checked:border-curtain has-checked:bg-curtain-wash has-focus-visible:outline-2 has-focus-visible:outline-focus',
              )}
            >
              <input
                type="radio"
                name={field}
                checked={choices[field] === side}
                onChange={() => setChoices({ ...choices, [field]: side })}
                className="choice mt-0.5"
              />
              <span className="min-w-0">
                <span className="block text-ink-soft text-xs">{label}</span>
                <span dir="auto" className="block whitespace-pre-line break-words text-sm leading-relaxed">
                  {excerpts[side] || 'Empty'}
                </span>
              </span>
            </label>
          )
          return (
            <fieldset key={field} className="flex min-w-0 flex-col gap-2">
              <legend className="mb-2 font-[550]">{labels[field]}</legend>
              {option('mine', 'Yours')}
              {option('theirs', 'Saved elsewhere')}
            </fieldset>
          )
        })}
        <div className="dialog-end flex flex-wrap justify-end gap-2.5">
          <Button variant="outline" onClick={onClose}>
            Keep editing
          </Button>
          <Button type="submit">Save</Button>
        </div>
      </form>
    </Dialog>
  )
}
