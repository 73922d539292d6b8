import { ArrowDown, ArrowUp, ChevronDown, Download, Ellipsis, FileUp, FlaskConical, Plus, Trash2 } from 'lucide-react'
import { type ChangeEvent, type ReactNode, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { WindowVirtualizer } from 'virtua'
import { UnsavedChangesGuard } from '#client/characters/creator/unsaved-changes-guard.tsx'
import { cx } from '#client/lib/cx.ts'
import { hasCode } from '#client/lib/http.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { confirmDialog } from '#client/ui/confirm.ts'
import { lazyDialog } from '#client/ui/dialogs.tsx'
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from '#client/ui/dropdown-menu.tsx'
import { Field } from '#client/ui/field.tsx'
import { FileButton } from '#client/ui/file-button.tsx'
import { Input } from '#client/ui/input.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { SearchInput } from '#client/ui/search-input.tsx'
import { Select } from '#client/ui/select.tsx'
import { Switch } from '#client/ui/switch.tsx'
import { SwitchField } from '#client/ui/switch-field.tsx'
import { Textarea } from '#client/ui/textarea.tsx'
import { toastError } from '#client/ui/toast-error.ts'
import { toast } from '#client/ui/toast-store.ts'
import { isBlank } from '#engine/is-blank.ts'
import {
  blankEntry,
  defaultScanDepth,
  entryName,
  type Lorebook,
  type LoreEntry,
  readLorebook,
  readNumber,
} from '#engine/lore/lorebook.ts'
import type { LoreOutcome } from '#engine/lore/plan-lore.ts'
import { foldText } from '#shared/fold-text.ts'
import { downloadLorebook } from './download-lorebook.ts'
import { reasonText } from './reason-texts.ts'

const entryDialog = lazyDialog(async () => (await import('./entry-dialog.tsx')).EntryDialog)

interface LorebookEditorProps {
  title: string
  text: ReactNode
  /** The lorebook as it is saved. */
  saved: Lorebook
  /** Saves it. Rejects with `changed_elsewhere` if another version is saved than the one that was loaded, unless `isForced`. */
  onSave: (book: Lorebook, isForced: boolean) => Promise<void>
  /** Above the entries, such as the name. */
  children?: ReactNode
  /** Whether what is above has unsaved changes too. */
  isDirty?: boolean
}

interface Row {
  id: number
  entry: LoreEntry
}

type Shown = 'all' | 'used' | 'unused'

let lastId = 0
const toRow = (entry: LoreEntry): Row => ({ id: ++lastId, entry })

/** The entries of a lorebook: search, order, changes of many at once, and a test of which are used. */
export function LorebookEditor({ title, text, saved, onSave, children, isDirty = false }: LorebookEditorProps) {
  const [rows, setRows] = useState(() => inOrder(saved.entries).map(toRow))
  const [savedRows, setSavedRows] = useState(rows)
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const [search, setSearch] = useState('')
  const [shown, setShown] = useState<Shown>('all')
  const [isTesting, setTesting] = useState(false)
  const [testText, setTestText] = useState('')
  const [settings, setSettings] = useState(() => settingsOf(saved))
  const [savedSettings, setSavedSettings] = useState(settings)
  const [isSaving, setSaving] = useState(false)
  const allowsLeaving = useRef(false)
  const hasChanges = isDirty || rows !== savedRows || settings !== savedSettings
  const book = useMemo(
    () => ({ ...saved, ...settings, entries: rows.map(({ entry }) => entry) }),
    [saved, settings, rows],
  )
  const outcomes = useOutcomes(isTesting ? book : null, testText)
  const visible = useMemo(() => {
    const words = foldText(search.trim())
    return rows.filter(
      ({ entry }, at) =>
        (words === '' || foldText(`${entryName(entry)} ${entry.keys.join(' ')} ${entry.content}`).includes(words)) &&
        (!outcomes || shown === 'all' || outcomes[at]?.isUsed === (shown === 'used')),
    )
  }, [rows, search, outcomes, shown])

  const indexes = useMemo(() => new Map(rows.map(({ id }, at) => [id, at])), [rows])
  const chosen = visible.filter(({ id }) => selected.has(id))
  const update = (id: number, entry: LoreEntry) =>
    setRows((before) => before.map((row) => (row.id === id ? { ...row, entry } : row)))
  const setEnabled = (ids: ReadonlySet<number>, enabled: boolean) =>
    setRows((before) => before.map((row) => (ids.has(row.id) ? { ...row, entry: { ...row.entry, enabled } } : row)))
  const remove = (ids: ReadonlySet<number>) => {
    const before = rows
    setRows(rows.filter(({ id }) => !ids.has(id)))
    setSelected(new Set())
    toast({
      title: ids.size === 1 ? 'Entry deleted' : `${ids.size} entries deleted`,
      action: { label: 'Undo', onSelect: () => setRows(before) },
    })
  }
  const add = () => {
    const order = Math.max(0, ...rows.map(({ entry }) => entry.insertion_order)) + 10
    const entry = { ...blankEntry, insertion_order: rows.length === 0 ? blankEntry.insertion_order : order }
    entryDialog.open({ entry, isNew: true, onDone: (done: LoreEntry) => setRows((before) => [...before, toRow(done)]) })
  }
  const edit = ({ id, entry }: Row) =>
    entryDialog.open({ entry, isNew: false, onDone: (done: LoreEntry) => done !== entry && update(id, done) })
  const move = (id: number, by: number) =>
    setRows((before) => {
      const from = before.findIndex((row) => row.id === id)
      const to = from + by
      const [moved, other] = [before[from], before[to]]
      if (!moved || !other) return before
      const next = before.map((row, at) => (at === from ? other : at === to ? moved : row))
      // The order is a number of each entry.
      return next.map((row, at) => ({ ...row, entry: { ...row.entry, insertion_order: (at + 1) * 10 } }))
    })
  const importFile = async (file: File | undefined) => {
    if (!file) return
    try {
      const { entries } = readLorebook(await file.text())
      setRows([...rows, ...entries.map(toRow)])
      toast({ title: `${entries.length} ${entries.length === 1 ? 'entry' : 'entries'} added` })
    } catch (error) {
      toastError(error instanceof Error ? error.message : '', { title: 'Nothing imported' })
    }
  }
  const save = async (isForced = false): Promise<void> => {
    setSaving(true)
    try {
      await onSave(book, isForced)
      setSavedRows(rows)
      setSavedSettings(settings)
      toast({ title: 'Lorebook saved' })
    } catch (error) {
      if (!hasCode(error, 'changed_elsewhere')) toastError(error, { title: 'Not saved' })
      else {
        confirmDialog.open({
          title: 'Replace the other version?',
          text: 'This lorebook was changed in another tab or on another device. Export your version first if you want to compare both.',
          action: 'Replace it',
          isDangerous: true,
          onConfirm: () => save(true),
        })
      }
    } finally {
      setSaving(false)
    }
  }

  return (
    <div className="max-w-4xl">
      <UnsavedChangesGuard when={hasChanges} isDraftSaved={false} allowsLeaving={allowsLeaving} />
      <PageHeader title={title} text={text} />
      {children}
      <div className="flex flex-wrap items-center gap-2.5">
        <Button onClick={add}>
          <Plus aria-hidden size={16} />
          New entry
        </Button>
        <Button variant="outline" aria-expanded={isTesting} onClick={() => setTesting(!isTesting)}>
          <FlaskConical aria-hidden size={16} />
          Test
        </Button>
        <FileButton
          icon={FileUp}
          variant="outline"
          inputLabel="File of a lorebook"
          accept=".json"
          onChoose={([file]) => void importFile(file)}
        >
          Import
        </FileButton>
        <ExportMenu book={book} title={title} />
      </div>
      {isTesting && (
        <Tester text={testText} onText={setTestText} outcomes={outcomes} shown={shown} onShown={setShown} />
      )}
      <BookSettings settings={settings} onChange={setSettings} />
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
              className="size-5 accent-curtain"
              checked={chosen.length > 0 && chosen.length === visible.length}
              onChange={({ target }) => setSelected(new Set(target.checked ? visible.map(({ id }) => id) : []))}
            />
            Select all
          </label>
          <p role="status" className="text-ink-soft text-sm">
            {chosen.length > 0
              ? `${chosen.length.toLocaleString('en')} selected`
              : `${visible.length.toLocaleString('en')} ${visible.length === 1 ? 'entry' : 'entries'}`}
          </p>
          {chosen.length > 0 && (
            <div className="flex flex-wrap gap-2">
              <Button variant="outline" onClick={() => setEnabled(selected, true)}>
                Switch on
              </Button>
              <Button variant="outline" onClick={() => setEnabled(selected, false)}>
                Switch off
              </Button>
              <Button variant="outline" onClick={() => remove(new Set(chosen.map(({ id }) => id)))}>
                <Trash2 aria-hidden size={16} />
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
            return (
              <EntryRow
                key={row.id}
                row={row}
                status={
                  outcome
                    ? { isUsed: outcome.isUsed, text: reasonText(outcome, cause ? entryName(cause.entry) : '') }
                    : null
                }
                isSelected={selected.has(row.id)}
                onSelect={(isOn) => setSelected((before) => withId(before, row.id, isOn))}
                onEnable={(isOn) => setEnabled(new Set([row.id]), isOn)}
                onEdit={() => edit(row)}
                onMove={search === '' && shown === 'all' ? (by) => move(row.id, by) : null}
                onRemove={() => remove(new Set([row.id]))}
              />
            )
          })}
        </WindowVirtualizer>
      </div>
      {hasChanges && (
        <div className="sticky bottom-0 z-10 mt-6 flex items-center justify-between gap-4 border-line border-t bg-paper py-3">
          <p className="text-ink-soft text-sm">Unsaved changes</p>
          <Button disabled={isSaving} onClick={() => void save()}>
            {isSaving ? 'Saving…' : 'Save'}
          </Button>
        </div>
      )}
    </div>
  )
}

type Settings = Pick<Lorebook, 'scan_depth' | 'token_budget' | 'recursive_scanning'>

const settingsOf = ({ scan_depth, token_budget, recursive_scanning }: Lorebook): Settings => ({
  scan_depth,
  token_budget,
  recursive_scanning,
})

interface BookSettingsProps {
  settings: Settings
  onChange: (settings: Settings) => void
}

/** What holds for all entries, collapsed because few users need it. */
function BookSettings({ settings, onChange }: BookSettingsProps) {
  const number = (name: 'scan_depth' | 'token_budget', placeholder: string) => ({
    type: 'number',
    min: 0,
    placeholder,
    value: readNumber(settings[name]) ?? '',
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) =>
      onChange({ ...settings, [name]: readNumber(target.valueAsNumber) ?? undefined }),
  })
  return (
    <details className="group mt-3">
      <summary className="flex min-h-11 w-fit list-none items-center gap-1.5 rounded-sm text-ink-soft text-sm hover:text-ink [&::-webkit-details-marker]:hidden">
        For all entries
        <ChevronDown aria-hidden size={16} className="group-open:rotate-180" />
      </summary>
      <div className="mt-2 mb-4 grid gap-4 sm:grid-cols-2">
        <Field label="Messages read" help="Keys are looked for in so many of the newest messages.">
          {(control) => <Input {...control} {...number('scan_depth', String(defaultScanDepth))} />}
        </Field>
        <Field label="Tokens at most" help="Entries of a low priority are left out above it.">
          {(control) => <Input {...control} {...number('token_budget', 'As many as fit')} />}
        </Field>
        <SwitchField
          label="Entries call up others"
          text="Keys are also looked for in the texts of entries that are used."
          checked={settings.recursive_scanning !== false}
          onChange={(recursive_scanning) => onChange({ ...settings, recursive_scanning })}
        />
      </div>
    </details>
  )
}

/** As the model reads them. */
const inOrder = (entries: readonly LoreEntry[]) => [...entries].sort((a, b) => a.insertion_order - b.insertion_order)

function withId(ids: ReadonlySet<number>, id: number, isOn: boolean): ReadonlySet<number> {
  const next = new Set(ids)
  if (isOn) next.add(id)
  else next.delete(id)
  return next
}

/** What would become of each entry; null while nothing is tested. The engine is loaded with the first test. */
function useOutcomes(book: Lorebook | null, text: string): LoreOutcome[] | null {
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
function Tester({ text, onText, outcomes, shown, onShown }: TesterProps) {
  const used = outcomes?.filter(({ isUsed }) => isUsed).length ?? 0
  return (
    <section aria-label="Test" className="mt-5 rounded-lg border border-line bg-sunken p-4">
      <Field
        label="A message, or some of a story"
        help="Each entry below says at once whether it would be used, and why."
      >
        {(control) => (
          <Textarea
            {...control}
            value={text}
            onChange={({ target }) => onText(target.value)}
            rows={3}
            className="bg-card"
          />
        )}
      </Field>
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
            ]}
          />
        </div>
      )}
    </section>
  )
}

function ExportMenu({ book, title }: { book: Lorebook; title: string }) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="outline">
          <Download aria-hidden size={16} />
          Export
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="start">
        <DropdownMenuItem onSelect={() => downloadLorebook(book, title, 'card')}>
          For all programs (version 3)
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={() => downloadLorebook(book, title, 'silly-tavern')}>
          For SillyTavern (world info)
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  )
}

interface EntryRowProps {
  row: Row
  status: { isUsed: boolean; text: string } | null
  isSelected: boolean
  onSelect: (isOn: boolean) => void
  onEnable: (isOn: boolean) => void
  onEdit: () => void
  /** Null while only some entries are shown. */
  onMove: ((by: number) => void) | null
  onRemove: () => void
}

function EntryRow({ row: { entry }, status, isSelected, onSelect, onEnable, onEdit, onMove, onRemove }: EntryRowProps) {
  const name = entryName(entry)
  return (
    <div className="flex items-start gap-1 border-line border-b py-1.5">
      <label className="flex size-11 shrink-0 items-center justify-center">
        <input
          type="checkbox"
          aria-label={`Select ${name}`}
          className="size-5 accent-curtain"
          checked={isSelected}
          onChange={({ target }) => onSelect(target.checked)}
        />
      </label>
      <button
        type="button"
        onClick={onEdit}
        className="min-h-11 min-w-0 flex-1 rounded-md px-2 py-1.5 text-left hover:bg-curtain-wash/60"
      >
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span dir="auto" className={cx('min-w-0 break-words font-[550] text-sm', !entry.enabled && 'text-ink-soft')}>
            {name}
          </span>
          {entry.constant === true && <Badge variant="soft">Always</Badge>}
          {!entry.enabled && <Badge>Off</Badge>}
        </span>
        {entry.keys.length > 0 && name !== entry.keys.join(', ') && (
          <span dir="auto" className="block truncate text-ink-soft text-xs">
            {entry.keys.join(', ')}
          </span>
        )}
        <span dir="auto" className="line-clamp-1 break-words text-ink-soft text-sm">
          {entry.content.slice(0, 300)}
        </span>
        {status && (
          <span className={cx('mt-0.5 block text-xs', status.isUsed ? 'font-[550] text-ink' : 'text-ink-soft')}>
            {status.text}
          </span>
        )}
      </button>
      <span className="flex h-11 items-center">
        <Switch checked={entry.enabled} onCheckedChange={onEnable} aria-label={`Use ${name}`} />
      </span>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button variant="quiet" size="icon" aria-label={`More about ${name}`}>
            <Ellipsis aria-hidden size={18} />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          {onMove && (
            <>
              <DropdownMenuItem onSelect={() => onMove(-1)}>
                <ArrowUp aria-hidden size={16} />
                Move up
              </DropdownMenuItem>
              <DropdownMenuItem onSelect={() => onMove(1)}>
                <ArrowDown aria-hidden size={16} />
                Move down
              </DropdownMenuItem>
            </>
          )}
          <DropdownMenuItem danger onSelect={onRemove}>
            <Trash2 aria-hidden size={16} />
            Delete
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
    </div>
  )
}
