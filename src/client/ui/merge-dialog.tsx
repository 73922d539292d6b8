import { useState } from 'react'
import { cx } from '#client/lib/cx.ts'
import { type Difference, excerptsOf, type Side } from '#client/lib/merge-fields.ts'
import { Button } from './button.tsx'
import { useClose } from './close-context.ts'
import { Dialog } from './dialog.tsx'

interface MergeDialogProps {
  differences: readonly Difference[]
  labels: Readonly<Record<string, string>>
  onSave: (choices: Readonly<Record<string, Side>>) => void
}

/** Asks, for each field that was saved differently elsewhere, which text is to be kept. */
export function MergeDialog({ differences, labels, onSave }: MergeDialogProps) {
  const close = useClose()
  const preferred = differences.map(({ field, preferred }) => [field, preferred] as const)
  const [choices, setChoices] = useState<Record<string, Side>>(() => Object.fromEntries(preferred))
  return (
    <Dialog
      title="Changed elsewhere"
      description="This was saved in another tab or on another device while you were editing. Choose what to keep."
      className="sm:!max-w-[38rem]"
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onSave(choices)
          close()
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
          <Button variant="outline" onClick={close}>
            Keep editing
          </Button>
          <Button type="submit">Save</Button>
        </div>
      </form>
    </Dialog>
  )
}
