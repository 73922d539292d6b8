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
      className="mb-5 flex flex-col items-start gap-2 rounded-lg border border-line bg-sunken px-4 py-3 text-sm wrap-anywhere"
    >
      <p role="status">
        Filled in from the character card. Look it over, choose a content rating under Basics, then save. The card
        suggests: {ratingNames[suggestedRating]}.
      </p>
      <p className="text-ink-soft">
        In the card: {found.map((name) => (name in fieldLabels ? fieldLabels[name as Field] : name)).join(', ')}.
      </p>
      {notes.length > 0 && (
        <ul className="list-disc pl-5">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {unused.length > 0 && (
        <p className="text-ink-soft">Kept for when you export it, and not used here yet: {unused.join(', ')}.</p>
      )}
      <Button variant="quiet" className="-ml-4" onClick={onDiscard}>
        Discard the card
      </Button>
    </section>
  )
}
