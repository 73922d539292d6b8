import { Check, CircleAlert, Clock, FileText, LoaderCircle, type LucideIcon, X } from 'lucide-react'
import { Link } from 'react-router'
import { useUser } from '#client/accounts/session.ts'
import { characterPath } from '#client/lib/paths.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { IconButton } from '#client/ui/icon-button.tsx'
import { Select } from '#client/ui/select.tsx'
import { entitlements, ratingsUpTo } from '#shared/entitlements.ts'
import { ratingNames } from './rating-names.ts'
import type { CardImport, useCardImport } from './use-card-import.ts'
import { isContentRating } from './use-gallery-filters.ts'

/** The files that are imported together: what each one is, its state, and what is to be done with it. */
export function CardImportList({ imports }: { imports: ReturnType<typeof useCardImport> }) {
  const { items, isSaving } = imports
  const countOf = (isCounted: (item: CardImport) => boolean) => items.filter(isCounted).length
  const isUnread = ({ state }: CardImport) => state === 'waiting' || state === 'reading'
  const unread = countOf(isUnread)
  const [saved, failed] = [countOf(({ state }) => state === 'saved'), countOf(({ state }) => state === 'failed')]
  const chosen = countOf(({ state, rating }) => state === 'ready' && rating !== '')
  const progress =
    unread > 0
      ? `Reading ${items.length - unread + 1} of ${items.length} files…`
      : `${items.length - failed} of ${items.length} files are character cards. ${saved} saved.`
  return (
    <Card className="@container mb-8 overflow-hidden">
      <section aria-label="Import">
        <header className="flex flex-wrap items-center gap-2 border-line border-b px-4 py-3">
          <div className="mr-auto min-w-0 pr-2">
            <h2 className="font-semibold text-lg">Import character cards</h2>
            <p role="status" className="text-ink-soft text-sm">
              {progress}
            </p>
          </div>
          <span className="flex gap-2">
            <Button disabled={chosen === 0 || isSaving} onClick={imports.saveAll}>
              {isSaving ? 'Saving…' : `Save ${chosen || ''} ${chosen === 1 ? 'character' : 'characters'}`}
            </Button>
            <Button variant="quiet" disabled={isSaving} onClick={imports.close}>
              {saved === items.length - failed ? 'Done' : 'Cancel'}
            </Button>
          </span>
        </header>
        <ul className="divide-y divide-line">
          {items.map((item) => (
            <ImportRow key={item.id} item={item} imports={imports} />
          ))}
        </ul>
        {unread === 0 && chosen < items.length - failed - saved && (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t px-4 py-3 text-sm">
            <p className="flex-1 basis-72 text-ink-soft">
              Choose a content rating for each one that you want to save. Characters are saved for you only; you can
              publish them later.
            </p>
            <Button variant="outline" disabled={isSaving} onClick={imports.chooseSuggested}>
              Use the suggested ratings
            </Button>
          </div>
        )}
      </section>
    </Card>
  )
}

function ImportRow({ item, imports }: { item: CardImport; imports: ReturnType<typeof useCardImport> }) {
  const { accountType, maxContentRating } = useUser()
  const { id, file, state, preview, rating, problem, characterId } = item
  const name = preview?.fields.name || file.name
  const allowed = entitlements[accountType].createPrivate
  const notes = preview
    ? [...preview.notes, ...preview.unused.map((part) => `Kept, and not used here yet: ${part}.`)]
    : []
  const isBusy = state === 'saving' || state === 'reading'
  const { text, icon: Icon, className } = states[state]
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 text-sm">
      <Icon aria-hidden size={18} className={`shrink-0 ${className}`} />
      <div className="min-w-40 flex-1 wrap-anywhere">
        <p dir="auto" className="font-[550]">
          {characterId ? (
            <Link to={characterPath(characterId)} className="underline underline-offset-3">
              {name}
            </Link>
          ) : (
            name
          )}
        </p>
        <p className="text-ink-soft text-xs">
          {name !== file.name && `${file.name} · `}
          {text}
        </p>
        {problem && (
          <p role="alert" className="mt-1 text-danger">
            {problem}
          </p>
        )}
        {notes.length > 0 && state !== 'saved' && (
          <ul className="mt-1 list-disc pl-4 text-ink-soft text-xs">
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        )}
      </div>
      {state !== 'saved' && (
        <span className="@2xl:order-last">
          <IconButton label={`Leave out ${name}`} icon={X} disabled={isBusy} onClick={() => imports.remove(id)} />
        </span>
      )}
      {preview && state !== 'saved' && (
        <div className="flex flex-wrap items-center gap-2 @max-2xl:w-full">
          <Select
            aria-label={`Content rating of ${name}`}
            className="min-w-52 @max-2xl:min-w-0 @max-2xl:flex-1"
            value={rating}
            disabled={isBusy}
            onChange={({ target: { value } }) => isContentRating(value) && imports.choose(id, value)}
          >
            <option value="" disabled>
              {ratingNames[preview.suggestedRating]}?
            </option>
            {ratingsUpTo(maxContentRating).map((one) => (
              <option key={one} value={one} disabled={!allowed.includes(one)}>
                {allowed.includes(one) ? ratingNames[one] : `${ratingNames[one]} (needs Premium)`}
              </option>
            ))}
          </Select>
          <Button variant="outline" disabled={isBusy} onClick={() => imports.lookOver(item)}>
            Look it over
          </Button>
        </div>
      )}
    </li>
  )
}

const states: Record<CardImport['state'], { text: string; icon: LucideIcon; className: string }> = {
  waiting: { text: 'Waiting', icon: Clock, className: 'text-ink-soft' },
  reading: { text: 'Reading…', icon: LoaderCircle, className: 'animate-spin text-ink-soft' },
  failed: { text: 'Not a card', icon: CircleAlert, className: 'text-danger' },
  ready: { text: 'Ready', icon: FileText, className: 'text-ink-soft' },
  saving: { text: 'Saving…', icon: LoaderCircle, className: 'animate-spin text-ink-soft' },
  saved: { text: 'Saved', icon: Check, className: 'text-curtain' },
}
