import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { TextareaField } from '#client/ui/form-field.tsx'
import { Select } from '#client/ui/select.tsx'
import { toastError } from '#client/ui/toast-error.ts'
import { isBlank } from '#engine/is-blank.ts'
import type { LoreOutcome } from '#engine/lore/lore-input.ts'
import type { Lorebook } from '#engine/lore/lorebook.ts'

export type Shown = 'all' | 'used' | 'unused' | 'dead'

/** What would become of each entry; null while nothing is tested. The engine is loaded with the first test. */
export function useOutcomes(book: Lorebook | null, text: string): LoreOutcome[] | null {
  const [test, setTest] = useState<typeof import('./test-lorebook.ts').testLorebook | null>(null)
  const isTested = book !== null && !isBlank(text)
  useEffect(() => {
    if (!isTested || test) return
    import('./test-lorebook.ts').then(
      ({ testLorebook }) => setTest(() => testLorebook),
      (error: unknown) => toastError(error, { title: 'The test could not be loaded' }),
    )
  }, [isTested, test])
  const later = useDeferredValue(text)
  return useMemo(() => (book && test && !isBlank(later) ? test(book, later) : null), [book, test, later])
}

interface TesterProps {
  text: string
  onText: (text: string) => void
  outcomes: LoreOutcome[] | null
  shown: Shown
  onShown: (shown: Shown) => void
}

/** A text, and how many entries it calls up. Each entry in the list says why it is used or not. */
export function Tester({ text, onText, outcomes, shown, onShown }: TesterProps) {
  const used = outcomes?.filter(({ isUsed }) => isUsed).length ?? 0
  return (
    <section aria-label="Test" className="mt-5 rounded-lg border border-line bg-sunken p-4">
      <TextareaField
        label="A message, or some of a story"
        help="Each entry below says at once whether it would be used, and why."
        value={text}
        onChange={({ target }) => onText(target.value)}
        rows={3}
        className="bg-card"
      />
      {outcomes && (
        <div className="mt-3 flex flex-wrap items-center justify-between gap-3">
          <p role="status" className="font-[550] text-sm">
            {used} of {outcomes.length.toLocaleString('en')} {outcomes.length === 1 ? 'entry' : 'entries'} used
          </p>
          <Select
            aria-label="Show"
            value={shown}
            onChange={({ target }) => onShown(target.value as Shown)}
            options={[
              ['all', 'Show all'],
              ['used', 'Show those used'],
              ['unused', 'Show those not used'],
              ['dead', 'Show those never used'],
            ]}
          />
        </div>
      )}
    </section>
  )
}
