import { counted } from '#client/lib/format-count.ts'
import { Button } from '#client/ui/button.tsx'
import { useClose } from '#client/ui/close-context.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { ProblemText } from '#client/ui/problem-text.tsx'
import { ProgressBar } from '#client/ui/progress-bar.tsx'
import type { ArchiveKind, ArchiveManifest } from '#shared/account-archive.ts'
import type { ArchiveItem } from './import-archive.ts'
import { useArchiveImport } from './use-archive-import.ts'

/** Shows what an archive has, imports it, and says what became of each part. */
export function ImportArchiveDialog({ file }: { file: File }) {
  const close = useClose()
  const { state, problem, isDamaged, manifest, items, readFile, start, stop } = useArchiveImport(file)
  const waiting = countOf(items, 'waiting')
  const done = items.length - waiting
  return (
    <Dialog title="Import an archive" description={<span dir="auto">{file.name}</span>}>
      <div className="flex flex-col gap-5">
        {state === 'reading' && (
          <div role="status" className="flex flex-col gap-2 text-ink-soft text-sm">
            <ProgressBar label="Reading the archive" percent={null} />
            Comparing the archive with what you have…
          </div>
        )}
        {state === 'read' && manifest && <Preview manifest={manifest} items={items} />}
        {state === 'importing' && (
          <div className="flex flex-col gap-2 text-ink-soft text-sm">
            <ProgressBar label="Import" percent={Math.round((done / items.length) * 100)} />
            <p role="status">
              {done} of {items.length} done. Leave this page open until it is complete.
            </p>
          </div>
        )}
        {state === 'done' && <Result items={items} />}
        <ProblemText isBoxed>
          {state === 'failed'
            ? `${problem}${done > 0 && manifest ? ' What was imported before stays.' : ''}`
            : undefined}
        </ProblemText>
        <div className="flex flex-wrap justify-end gap-3 empty:hidden">
          {state === 'read' && (
            <>
              <Button variant="outline" onClick={close}>
                {waiting > 0 ? 'Cancel' : 'Close'}
              </Button>
              {waiting > 0 && <Button onClick={() => void start()}>Import {waiting.toLocaleString('en')}</Button>}
            </>
          )}
          {state === 'importing' && (
            <Button variant="outline" onClick={stop}>
              Stop
            </Button>
          )}
          {(state === 'failed' || state === 'done') && (
            <>
              {((state === 'failed' && !isDamaged) || done > countOf(items, 'imported', 'here') || waiting > 0) && (
                <Button variant="outline" onClick={() => void readFile()}>
                  Try again
                </Button>
              )}
              <Button onClick={close}>Close</Button>
            </>
          )}
        </div>
      </div>
    </Dialog>
  )
}

const kinds = [
  ['character', 'character', 'characters'],
  ['lorebook', 'lorebook', 'lorebooks'],
  ['persona', 'persona', 'personas'],
  ['conversation', 'conversation', 'conversations'],
  ['quick-reply', 'quick reply', 'quick replies'],
] as const satisfies [ArchiveKind, string, string][]

/** What is new, and what is here already. */
function Preview({ manifest, items }: { manifest: ArchiveManifest; items: readonly ArchiveItem[] }) {
  const isNew = ({ state }: ArchiveItem) => state === 'waiting'
  const published = items.filter((item) => isNew(item) && item.entry.isPublic).length
  return (
    <div className="flex flex-col gap-3 text-sm">
      {items.length === 0 && <p>This archive has nothing to import.</p>}
      <ul aria-label="In the archive" className="flex flex-col gap-1.5">
        {kinds.map(([kind, one, more]) => {
          const found = items.filter(({ entry }) => entry.kind === kind)
          const here = found.filter((item) => !isNew(item)).length
          if (found.length === 0) return null
          return (
            <li key={kind} className="flex items-baseline justify-between gap-4 rounded-md bg-sunken px-3 py-2.5">
              <span className="font-[550]">{counted(found.length, one, more)}</span>
              <span className="text-ink-soft">
                {here === 0 ? '' : here === found.length ? 'already here' : `${here} already here`}
              </span>
            </li>
          )
        })}
      </ul>
      <p className="text-pretty text-ink-soft">
        Nothing that you have is changed or replaced. What you have changed since comes in beside it.
      </p>
      {published > 0 && (
        <p className="text-pretty text-ink-soft">
          {counted(published, 'character is public and becomes', 'characters are public and become')} visible to
          everybody here.
        </p>
      )}
      {manifest.leftOut.map((sentence) => (
        <p key={sentence} className="text-pretty text-ink-soft">
          {sentence}
        </p>
      ))}
    </div>
  )
}

function Result({ items }: { items: readonly ArchiveItem[] }) {
  const noted = items.filter(({ notes }) => notes.length > 0)
  const [imported, here, skipped, left] = (['imported', 'here', 'skipped', 'waiting'] as const).map((state) =>
    countOf(items, state),
  )
  const parts = [`${imported} imported`, here && `${here} already here`, skipped && `${skipped} skipped`]
  return (
    <div className="flex flex-col gap-3 text-sm">
      <p role="status" className="font-[550]">
        {[...parts, left && `${left} left: the import was stopped`].filter(Boolean).join(', ')}
      </p>
      {noted.length > 0 && (
        <ul aria-label="Skipped or not complete" className="flex max-h-[45dvh] flex-col gap-1.5 overflow-y-auto">
          {noted.map(({ entry, state, notes }) => (
            <li key={entry.path} className="rounded-md bg-sunken px-3 py-2.5 [overflow-wrap:anywhere]">
              <span dir="auto" className="font-[550]">
                {entry.name}
              </span>
              {notes.map((note) => (
                <span
                  key={note}
                  className={`block text-pretty ${state === 'skipped' ? 'text-danger' : 'text-ink-soft'}`}
                >
                  {note}
                </span>
              ))}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const countOf = (items: readonly ArchiveItem[], ...states: ArchiveItem['state'][]) =>
  items.filter(({ state }) => states.includes(state)).length
