import { BookOpen, Download, Pencil, Star, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { counted } from '#client/lib/format-count.ts'
import { addressOf, call, errorText } from '#client/lib/http.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { Avatar } from '#client/ui/avatar.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { buttonClass } from '#client/ui/button-class.ts'
import { Card } from '#client/ui/card.tsx'
import { confirmDialog } from '#client/ui/confirm.ts'
import { Mask } from '#client/ui/drawings.tsx'
import { DropdownMenu, MenuItem } from '#client/ui/dropdown-menu.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { FileButton } from '#client/ui/file-button.tsx'
import { LoadError } from '#client/ui/load-error.tsx'
import { MoreButton } from '#client/ui/more-button.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { CardSkeleton } from '#client/ui/skeleton.tsx'
import { toastError } from '#client/ui/toast-error.ts'
import { toast } from '#client/ui/toast-store.ts'
import type { Persona, Personas } from '#shared/personas.ts'
import { attachLorebooksDialog, personaDialog } from '../dialogs.ts'
import { refreshPersonas, usePersonas } from './api.ts'

/** `/personas`: who the user is in stories. */
export function PersonasPage() {
  useTitle('Personas')
  const query = usePersonas()
  const create = () => personaDialog.open({})
  return (
    <div className="max-w-4xl">
      <PageHeader
        title="Personas"
        text="Who you are in your stories. Choose one for a conversation, a character or all of them."
        action={<Button onClick={create}>New persona</Button>}
      />
      <h2 className="sr-only">Your personas</h2>
      {query.isPending && <CardSkeleton className="h-24" />}
      <LoadError what="your personas" query={query} />
      {query.isSuccess && <PersonaList data={query.data} onCreate={create} />}
      {/* Shown once the list has loaded, whose length would move it. */}
      {!query.isPending && <Transfer hasPersonas={(query.data?.personas.length ?? 0) > 0} />}
    </div>
  )
}

function PersonaList({ data, onCreate }: { data: Personas; onCreate: () => void }) {
  if (data.personas.length === 0) {
    return (
      <EmptyState
        drawing={<Mask />}
        title="You have no personas yet"
        action={<Button onClick={onCreate}>Create your first persona</Button>}
      >
        Without one, characters call you by the name in your account and know nothing else about you.
      </EmptyState>
    )
  }
  return (
    <ul className="grid gap-3">
      {data.personas.map((persona) => (
        <PersonaItem key={persona.id} persona={persona} data={data} />
      ))}
    </ul>
  )
}

function PersonaItem({ persona, data }: { persona: Persona; data: Personas }) {
  const { id, name, description, picture } = persona
  const isDefault = data.defaultId === id
  const characters = data.characters.filter(({ personaId }) => personaId === id)
  const setDefault = () =>
    call('PUT /api/personas/default', { body: { personaId: isDefault ? null : id } })
      .then(refreshPersonas)
      .catch((error: unknown) => toastError(errorText(error), { title: 'Not changed' }))
  const attach = () =>
    attachLorebooksDialog.open({
      title: `Lorebooks of ${name}`,
      description: 'Used in each chat in which you are this persona.',
      chosen: { key: id, read: async () => persona.lorebookIds },
      onSave: (ids: string[]) =>
        call('PUT /api/personas/:id/lorebooks', { params: { id }, body: { ids } }).then(refreshPersonas),
    })
  const remove = () =>
    confirmDialog.open({
      title: `Delete ${name}?`,
      text: 'What you said under this name keeps it. Conversations that use the persona go on with your default one.',
      action: 'Delete',
      isDangerous: true,
      onConfirm: () => call('DELETE /api/personas/:id', { params: { id } }).then(refreshPersonas),
    })
  return (
    <li>
      <Card className="flex items-start gap-4 p-4">
        <Avatar lazy name={name} src={picture} className="size-13 rounded-full" />
        <div className="min-w-0 flex-1">
          <h3 dir="auto" className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-lg">
            <span className="min-w-0 break-words">{name}</span>
            {isDefault && <Badge variant="soft">Default</Badge>}
          </h3>
          {description && (
            <p dir="auto" className="mt-0.5 line-clamp-2 text-ink-soft text-sm">
              {description}
            </p>
          )}
          {characters.length > 0 && (
            <p dir="auto" className="mt-1 text-ink-soft text-xs">
              With{' '}
              {characters.map(({ characterName }) => characterName || 'a character that is not available').join(', ')}
            </p>
          )}
        </div>
        <DropdownMenu trigger={<MoreButton label={`More about ${name}`} />}>
          <MenuItem icon={Pencil} label="Edit" onSelect={() => personaDialog.open({ persona })} />
          <MenuItem icon={BookOpen} label="Lorebooks…" onSelect={attach} />
          <MenuItem
            icon={Star}
            label={isDefault ? 'No longer the default' : 'Make it the default'}
            onSelect={() => void setDefault()}
          />
          <MenuItem icon={Trash2} label="Delete…" danger onSelect={remove} />
        </DropdownMenu>
      </Card>
    </li>
  )
}

/** Personas as a file, from this site or SillyTavern. */
function Transfer({ hasPersonas }: { hasPersonas: boolean }) {
  const [warnings, setWarnings] = useState<readonly string[]>([])
  const read = async (file: File | undefined) => {
    if (!file) return
    try {
      const imported = await call('POST /api/personas/import', { body: { text: await file.text() } })
      setWarnings(imported.warnings)
      await refreshPersonas()
      const count = imported.personas.length
      toast({ title: `${counted(count, 'persona')} imported` })
    } catch (error) {
      toastError(error, { title: 'Nothing imported', fallback: 'The file could not be read. Please try again.' })
    }
  }
  return (
    <section aria-label="Files" className="mt-8 border-line border-t pt-6">
      <div className="flex flex-wrap gap-2.5">
        <FileButton inputLabel="File of personas" accept=".json" onChoose={([file]) => void read(file)}>
          Import
        </FileButton>
        {hasPersonas && (
          <a href={addressOf('GET /api/personas/export')} download className={buttonClass({ variant: 'outline' })}>
            <Download aria-hidden size={16} />
            Export
          </a>
        )}
      </div>
      <p className="mt-2.5 text-ink-soft text-sm">
        Import a file that was exported here, or SillyTavern’s backup of personas.
      </p>
      {warnings.length > 0 && (
        <ul role="status" className="mt-3 list-disc pl-5 text-danger text-sm">
          {warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      )}
    </section>
  )
}
