import { Download, FlaskConical, Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { WindowVirtualizer } from 'virtua'
import { UnsavedChangesGuard } from '#client/characters/creator/unsaved-changes-guard.tsx'
import { cx } from '#client/lib/cx.ts'
import { downloadText } from '#client/lib/download.ts'
import { counted } from '#client/lib/format-count.ts'
import { hasCode } from '#client/lib/http.ts'
import { useSingleMutation } from '#client/lib/use-single-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import { confirmDialog } from '#client/ui/confirm.ts'
import { lazyDialog } from '#client/ui/dialogs.tsx'
import { DropdownMenu, MenuItem } from '#client/ui/dropdown-menu.tsx'
import { FileButton } from '#client/ui/file-button.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { SearchInput } from '#client/ui/search-input.tsx'
import { toastError } from '#client/ui/toast-error.ts'
import { toast } from '#client/ui/toast-store.ts'
import { findDeadReason } from '#engine/authoring/find-dead-reason.ts'
import {
  blankEntry,
  entryName,
  type Lorebook,
  type LoreEntry,
  readLorebook,
  writeLorebook,
} from '#engine/lore/lorebook.ts'
import { writeSillyTavernBook } from '#engine/lore/silly-tavern-book.ts'
import { foldText } from '#shared/fold-text.ts'
import { BookSettings, settingsOf } from './book-settings.tsx'
import { EntryRow, type Row } from './entry-row.tsx'
import { reasonText } from './reason-texts.ts'
import { type Shown, Tester, useOutcomes } from './tester.tsx'

const entryDialog = lazyDialog(async () => (await import('./entry-dialog.tsx')).EntryDialog)

interface LorebookEditorProps {
  title: string
  text: ReactNode
  /** As it is saved when the editor is opened. */
  loaded: { lorebook: string; updatedAt: number }
  /** Saves it. Rejects with `changed_elsewhere` if another version is saved than `basedOn`, unless that is left out. */
  onSave: (book: { lorebook: string; basedOn: number | undefined }) => Promise<{ updatedAt: number }>
  /** Above the entries, such as the name. */
  children?: ReactNode
  /** Whether what is above has unsaved changes too. */
  isDirty?: boolean
}

let lastId = 0
const toRow = (entry: LoreEntry): Row => ({ id: ++lastId, entry })

/** The entries of a lorebook: search, order, changes of many at once, and a test of which are used. */
export function LorebookEditor({ title, text, loaded, onSave, children, isDirty = false }: LorebookEditorProps) {
  const [saved] = useState(() => JSON.parse(loaded.lorebook) as Lorebook)
  const updatedAt = useRef(loaded.updatedAt)
  const [edited, setEdited] = useState(() => ({
    rows: inOrder(saved.entries.map(toRow)),
    settings: settingsOf(saved),
  }))
  const [savedEdit, setSavedEdit] = useState(edited)
  const { rows, settings } = edited
  const setRows = (change: (rows: Row[]) => Row[]) => setEdited((before) => ({ ...before, rows: change(before.rows) }))
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const [search, setSearch] = useState('')
  const [shown, setShown] = useState<Shown>('all')
  const [isTesting, setTesting] = useState(false)
  const [testText, setTestText] = useState('')
  const hasChanges = isDirty || edited !== savedEdit
  const book = useMemo(
    () => ({ ...saved, ...edited.settings, entries: edited.rows.map(({ entry }) => entry) }),
    [saved, edited],
  )
  const outcomes = useOutcomes(isTesting ? book : null, testText)
  const visible = useMemo(() => {
    const words = foldText(search.trim())
    return rows.filter(
      ({ entry }, at) =>
        (words === '' || foldText(`${entryName(entry)} ${entry.keys.join(' ')} ${entry.content}`).includes(words)) &&
        (shown === 'dead'
          ? isDead(entry)
          : !outcomes || shown === 'all' || outcomes[at]?.isUsed === (shown === 'used')),
    )
  }, [rows, search, outcomes, shown])

  const indexes = useMemo(() => new Map(rows.map(({ id }, at) => [id, at])), [rows])
  const dead = useMemo(() => rows.filter(({ entry }) => isDead(entry)).length, [rows])
  const chosen = visible.filter(({ id }) => selected.has(id))
  const chosenIds = () => new Set(chosen.map(({ id }) => id))
  const update = (ids: ReadonlySet<number>, change: Partial<LoreEntry>) =>
    setRows((before) => before.map((row) => (ids.has(row.id) ? { ...row, entry: { ...row.entry, ...change } } : row)))
  const remove = (ids: ReadonlySet<number>) => {
    const removed = rows.filter(({ id }) => ids.has(id))
    setRows((before) => before.filter(({ id }) => !ids.has(id)))
    setSelected(new Set())
    toast({
      title: ids.size === 1 ? 'Entry deleted' : `${ids.size.toLocaleString('en')} entries deleted`,
      action: { label: 'Undo', onSelect: () => setRows((now) => inOrder([...now, ...removed])) },
    })
  }
  const add = () => {
    const order = Math.max(0, ...rows.map(({ entry }) => entry.insertion_order)) + 10
    const entry = { ...blankEntry, insertion_order: rows.length === 0 ? blankEntry.insertion_order : order }
    entryDialog.open({ entry, isNew: true, onDone: (done: LoreEntry) => setRows((before) => [...before, toRow(done)]) })
  }
  const edit = ({ id, entry }: Row) =>
    entryDialog.open({
      entry,
      isNew: false,
      onDone: (done: LoreEntry) => done !== entry && update(new Set([id]), done),
    })
  const move = (moved: Row, to: number) =>
    setRows((before) => {
      const next = before.filter((row) => row !== moved).toSpliced(to, 0, moved)
      // The order is a number of each entry.
      return next.map((row, at) => ({ ...row, entry: { ...row.entry, insertion_order: (at + 1) * 10 } }))
    })
  const importFile = async (file: File | undefined) => {
    if (!file) return
    try {
      const { entries } = readLorebook(await file.text())
      setRows((before) => [...before, ...entries.map(toRow)])
      toast({ title: `${counted(entries.length, 'entry', 'entries')} added` })
    } catch (error) {
      toastError(error instanceof Error ? error.message : '', { title: 'Nothing imported' })
    }
  }
  const save = useSingleMutation({
    mutationFn: async (basedOn: number | undefined) => {
      updatedAt.current = (await onSave({ lorebook: JSON.stringify(book), basedOn })).updatedAt
      setSavedEdit(edited)
      toast({ title: 'Lorebook saved' })
    },
    onError: (error) => {
      if (!hasCode(error, 'changed_elsewhere')) return toastError(error, { title: 'Not saved' })
      confirmDialog.open({
        title: 'Replace the other version?',
        text: 'This lorebook was changed in another tab or on another device. Export your version first if you want to compare both.',
        action: 'Replace it',
        isDangerous: true,
        onConfirm: async () => save.mutate(undefined),
      })
    },
  })

  return (
    <div className="max-w-4xl">
      <UnsavedChangesGuard when={hasChanges} isDraftSaved={false} />
      <PageHeader title={title} text={text} />
      {children}
      <div className="@container">
        <div className="flex flex-wrap items-center gap-2.5 @max-[32rem]:gap-2 @max-[32rem]:[&_button]:px-2.5 @max-[32rem]:[&_svg]:hidden">
          <Button icon={Plus} onClick={add}>
            New entry
          </Button>
          <Button
            variant="outline"
            icon={FlaskConical}
            aria-expanded={isTesting}
            onClick={() => setTesting(!isTesting)}
          >
            Test
          </Button>
          <FileButton inputLabel="File of a lorebook" accept=".json" onChoose={([file]) => void importFile(file)}>
            Import
          </FileButton>
          <ExportMenu book={book} title={title} />
        </div>
      </div>
      {isTesting && (
        <Tester text={testText} onText={setTestText} outcomes={outcomes} shown={shown} onShown={setShown} />
      )}
      <BookSettings settings={settings} onChange={(changed) => setEdited({ rows, settings: changed })} />
      {rows.length > 0 && (
        <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
          <SearchInput
            label="Search entries"
            placeholder="Search entries"
            value={search}
            onChange={setSearch}
            className="w-full sm:w-72"
          />
          <label className="flex min-h-11 items-center gap-2.5 text-sm">
            <input
              type="checkbox"
              className="choice"
              checked={chosen.length > 0 && chosen.length === visible.length}
              onChange={({ target }) => setSelected(new Set(target.checked ? visible.map(({ id }) => id) : []))}
            />
            Select all
          </label>
          <p role="status" className="text-ink-soft text-sm">
            {chosen.length > 0
              ? `${chosen.length.toLocaleString('en')} selected`
              : counted(visible.length, 'entry', 'entries')}
          </p>
          {dead > 0 && (
            <p className="flex items-center gap-x-3 text-danger text-sm">
              {dead.toLocaleString('en')} can never be used.
              <Button variant="link" onClick={() => setShown(shown === 'dead' ? 'all' : 'dead')}>
                {shown === 'dead' ? 'Show all' : 'Show why'}
              </Button>
            </p>
          )}
          {chosen.length > 0 && (
            <div className="flex flex-wrap gap-2">
              <Button variant="outline" onClick={() => update(chosenIds(), { enabled: true })}>
                Switch on
              </Button>
              <Button variant="outline" onClick={() => update(chosenIds(), { enabled: false })}>
                Switch off
              </Button>
              <Button variant="outline" icon={Trash2} onClick={() => remove(chosenIds())}>
                Delete
              </Button>
            </div>
          )}
        </div>
      )}
      {rows.length === 0 && (
        <p className="mt-8 max-w-prose text-ink-soft">
          No entries yet. An entry is a text about the world, such as a place, a person or a law, with the words that
          call it up. The model is given it when one of these words is said.
        </p>
      )}
      {rows.length > 0 && visible.length === 0 && (
        <p className="mt-6 text-ink-soft">No entries found. Try other words.</p>
      )}
      <div className={cx('mt-3', visible.length > 0 && 'border-line border-t')}>
        <WindowVirtualizer>
          {visible.map((row) => {
            const at = indexes.get(row.id) ?? 0
            const outcome = outcomes?.[at]
            const cause = rows[outcome?.cause ?? -1]
            const deadReason = row.entry.enabled ? findDeadReason(row.entry) : null
            return (
              <EntryRow
                key={row.id}
                row={row}
                status={
                  outcome
                    ? { isUsed: outcome.isUsed, text: reasonText(outcome, cause ? entryName(cause.entry) : '') }
                    : deadReason && { isUsed: false, text: reasonText({ reason: deadReason }, '') }
                }
                isDead={deadReason !== null}
                isSelected={selected.has(row.id)}
                onSelect={(isOn) => setSelected((before) => withId(before, row.id, isOn))}
                onEnable={(isOn) => update(new Set([row.id]), { enabled: isOn })}
                onEdit={() => edit(row)}
                onMove={search === '' && shown === 'all' ? (to) => move(row, to) : null}
                at={at}
                lastAt={rows.length - 1}
                onRemove={() => remove(new Set([row.id]))}
              />
            )
          })}
        </WindowVirtualizer>
      </div>
      {hasChanges && (
        <div className="sticky bottom-0 before:fixed before:bottom-0 before:h-18 before:[anchor-name:--bottom-bar] z-10 mt-6 flex items-center justify-between gap-4 border-line border-t bg-paper py-3">
          <p className="text-ink-soft text-sm">Unsaved changes</p>
          <Button disabled={save.isPending} onClick={() => save.mutate(updatedAt.current)}>
            {save.isPending ? 'Saving…' : 'Save'}
          </Button>
        </div>
      )}
    </div>
  )
}

/** As the model reads them. */
const inOrder = (rows: readonly Row[]) =>
  rows.toSorted((a, b) => a.entry.insertion_order - b.entry.insertion_order || a.id - b.id)

const isDead = (entry: LoreEntry) => entry.enabled && findDeadReason(entry) !== null

function withId(ids: ReadonlySet<number>, id: number, isOn: boolean): ReadonlySet<number> {
  const next = new Set(ids)
  if (isOn) next.add(id)
  else next.delete(id)
  return next
}

function ExportMenu({ book, title }: { book: Lorebook; title: string }) {
  const download = (text: string) => {
    const name = title.replaceAll(/[^\p{Letter}\p{Number} _-]/gu, '').trim() || 'lorebook'
    downloadText(`${name}.json`, text, 'application/json')
  }
  return (
    <DropdownMenu
      align="start"
      trigger={
        <Button variant="outline" icon={Download}>
          Export
        </Button>
      }
    >
      <MenuItem label="For all programs (version 3)" onSelect={() => download(writeLorebook(book))} />
      <MenuItem label="For SillyTavern (world info)" onSelect={() => download(writeSillyTavernBook(book))} />
    </DropdownMenu>
  )
}
