import { useQuery } from '@tanstack/react-query'
import { FolderPlus, ListChecks, Pencil, SlidersHorizontal, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { queryOf } from '#client/lib/query-client.ts'
import { Button } from '#client/ui/button.tsx'
import { IconButton } from '#client/ui/icon-button.tsx'
import { SearchInput } from '#client/ui/search-input.tsx'
import { Select } from '#client/ui/select.tsx'
import type { ConversationSort, ConversationsQuery } from '#shared/conversations.ts'
import { messageSearchLimits } from '#shared/message-search.ts'
import { isFiltered, type ListFilters, noFilters, setListFilters, useListFilters } from '../api/list-filters.ts'
import { deleteFolderDialog, folderDialog } from '../dialogs.ts'
import { endSelection, startSelection, useSelection } from './selection.ts'
import { selectButtonId } from './selection-bar.tsx'

const shows: Record<ConversationsQuery['show'], string> = {
  active: 'All except archived',
  pinned: 'Pinned',
  archived: 'Archived',
}
const sorts: Record<ConversationSort, string> = {
  recent: 'Newest first',
  oldest: 'Oldest first',
  name: 'By name',
  messages: 'Most messages first',
}

/** The search of the list, and its filters and order behind a button. */
export function ListControls() {
  const filters = useListFilters()
  const [isOpen, setOpen] = useState(() => isFiltered(filters))
  const panelId = useId()
  const selection = useSelection()
  return (
    <div className="px-0.5 pt-1 pb-1">
      <div className="flex items-center gap-1">
        <SearchInput
          label="Search conversations and messages"
          placeholder="Search"
          maxLength={messageSearchLimits.query}
          value={filters.search}
          onChange={(search) => setListFilters({ ...filters, search })}
          className="min-w-0 flex-1"
        />
        <IconButton
          id={selectButtonId}
          label={selection ? 'Stop selecting' : 'Select conversations'}
          side="left"
          variant={selection ? 'outline' : 'quiet'}
          icon={ListChecks}
          onClick={() => (selection ? endSelection() : startSelection())}
        />
        <IconButton
          label="Filter and sort"
          side="left"
          aria-expanded={isOpen}
          aria-controls={panelId}
          variant={isFiltered(filters) ? 'outline' : 'quiet'}
          icon={SlidersHorizontal}
          onClick={() => setOpen(!isOpen)}
        />
      </div>
      <div id={panelId} hidden={!isOpen}>
        {isOpen && <Filters />}
      </div>
    </div>
  )
}

function Filters() {
  const filters = useListFilters()
  const folders = useQuery(queryOf('GET /api/folders')).data ?? []
  const characters = useQuery(queryOf('GET /api/conversations/characters')).data ?? []
  const set = (changes: Partial<ListFilters>) => setListFilters({ ...filters, ...changes })
  return (
    <div className="mt-2 grid gap-2 rounded-lg border border-line p-2">
      <FolderFilter folders={folders} folderId={filters.folderId} onChange={(folderId) => set({ folderId })} />
      <Select
        aria-label="Character"
        value={filters.characterId}
        onChange={({ target }) => set({ characterId: target.value })}
        options={characters.map(({ id, name }) => [id, name])}
      >
        <option value="">All characters</option>
      </Select>
      <Options label="Show" options={shows} value={filters.show} onChange={(show) => set({ show })} />
      <Options label="Order" options={sorts} value={filters.sort} onChange={(sort) => set({ sort })} />
      {isFiltered(filters) && (
        <Button
          variant="quiet"
          className="text-sm"
          onClick={() => setListFilters({ ...noFilters, search: filters.search })}
        >
          Clear filters
        </Button>
      )}
    </div>
  )
}

function Options<Value extends string>(props: {
  label: string
  options: Record<Value, string>
  value: Value
  onChange: (value: Value) => void
}) {
  const { label, options, value, onChange } = props
  return (
    <Select
      aria-label={label}
      value={value}
      onChange={({ target }) => onChange(target.value as Value)}
      options={Object.entries<string>(options)}
    />
  )
}

interface FolderFilterProps {
  folders: { id: string; name: string; count: number }[]
  folderId: string
  onChange: (folderId: string) => void
}

function FolderFilter({ folders, folderId, onChange }: FolderFilterProps) {
  const chosen = folders.find(({ id }) => id === folderId)
  return (
    <div className="flex items-center gap-0.5">
      <Select
        aria-label="Folder"
        className="min-w-0 flex-1"
        value={folderId}
        onChange={({ target }) => onChange(target.value)}
        options={folders.map(({ id, name, count }) => [id, `${name} (${count})`])}
      >
        <option value="">All folders</option>
      </Select>
      {chosen ? (
        <>
          <IconButton label="Rename folder" icon={Pencil} onClick={() => folderDialog.open({ folder: chosen })} />
          <IconButton
            label="Delete folder"
            icon={Trash2}
            onClick={() => deleteFolderDialog.open({ folder: chosen, onDeleted: () => onChange('') })}
          />
        </>
      ) : (
        <IconButton
          label="New folder"
          icon={FolderPlus}
          onClick={() => folderDialog.open({ folder: null, onSaved: ({ id }) => onChange(id) })}
        />
      )}
    </div>
  )
}
