import { Button } from '#client/ui/button.tsx'
import { ratingNames } from '../rating-names.ts'
import type { ImportedCard } from './creator-drafts.ts'
import { fieldLabels } from './creator-values.ts'

type Field = keyof typeof fieldLabels

/** Where the values of the form come from, and what a card has besides them. */
export function ImportedNotice({ imported, onDiscard }: { imported: ImportedCard; onDiscard: () => void }) {
  const { found, notes, unused, suggestedRating } = imported
  return (
    <section
      aria-label="Imported card"
      className="mb-5 flex flex-col gap-3 rounded-lg border border-line bg-sunken px-4 py-3 text-sm wrap-anywhere"
    >
      <div className="flex items-start justify-between gap-x-4">
        <p role="status" className="py-1.5">
          <span className="block font-[550] text-md">Filled in from the character card</span>
          Look it over, choose a content rating under Basics, then save. The card suggests:{' '}
          {ratingNames[suggestedRating]}.
        </p>
        <Button variant="quiet" className="-mr-3 shrink-0 !px-3" onClick={onDiscard}>
          Discard<span className="sr-only"> the card</span>
        </Button>
      </div>
      <dl className="grid gap-x-4 gap-y-1 text-ink-soft sm:grid-cols-[auto_minmax(0,1fr)] [&_dd]:max-sm:mb-1.5 [&_dt]:font-[550] [&_dt]:text-ink">
        <dt>Found</dt>
        <dd>{found.map((name) => (name in fieldLabels ? fieldLabels[name as Field] : name)).join(', ')}</dd>
        {found.includes('definition') && (
          <>
            <dt>Where it is</dt>
            <dd>
              The card’s description is the definition under Advanced, for the model. The description under Basics is
              for readers, and made of the card’s notes where it has some.
            </dd>
          </>
        )}
        {notes.length > 0 && (
          <>
            <dt>Not as it was</dt>
            <dd>
              <ul className="list-disc pl-4">
                {notes.map((note) => (
                  <li key={note}>{note}</li>
                ))}
              </ul>
            </dd>
          </>
        )}
        {unused.length > 0 && (
          <>
            <dt>Not used yet</dt>
            <dd>{unused.join(', ')}. Exports have it.</dd>
          </>
        )}
      </dl>
    </section>
  )
}
