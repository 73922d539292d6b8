import { zodResolver } from '@hookform/resolvers/zod'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import type { Closable } from '#client/ui/dialogs.tsx'
import { Field } from '#client/ui/field.tsx'
import { SelectField } from '#client/ui/form-field.tsx'
import { IconButton } from '#client/ui/icon-button.tsx'
import { Input } from '#client/ui/input.tsx'
import { toast } from '#client/ui/toast-store.ts'
import { isBlank } from '#engine/is-blank.ts'
import { cleanText } from '#shared/clean-text.ts'
import { flagSources } from '#shared/flags.ts'
import { flagCategories, flagCategoryNames } from '#shared/moderation.ts'
import { type FlagFilters, readFlagFilters, writeFlagFilters } from './flag-filters.ts'
import { claimLabels, sourceLabels } from './flag-labels.ts'
import { savedFilterLimits, savedFilters, useSavedFilters } from './saved-filters.ts'

interface FilterDialogProps extends Closable {
  shown: FlagFilters
  onChange: (filters: FlagFilters) => void
}

/** All filters, and the admin's saved ones. A change applies at once. */
export function FilterDialog({ shown, onChange, onClose }: FilterDialogProps) {
  const [filters, setFilters] = useState(shown)
  const set = (name: string, value: string) => {
    const params = writeFlagFilters(filters)
    if (value) params.set(name, value)
    else params.delete(name)
    const next = readFlagFilters(params)
    setFilters(next)
    onChange(next)
  }
  return (
    <Dialog onClose={onClose} title="Filters">
      <div className="flex flex-col gap-4">
        <Choice
          label="Category"
          any="All categories"
          value={filters.category}
          options={flagCategoryNames.map((name) => [name, flagCategories[name].label])}
          onChange={(value) => set('category', value)}
        />
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <Choice
            label="Severity"
            any="All severities"
            value={filters.severity?.toString()}
            options={[2, 3, 4, 5].map((least) => [String(least), least === 5 ? '5' : `${least} and up`])}
            onChange={(value) => set('severity', value)}
          />
          <Choice
            label="Raised by"
            any="Everything"
            value={filters.source}
            options={flagSources.map((name) => [name, sourceLabels[name]])}
            onChange={(value) => set('source', value)}
          />
          <Choice
            label="Claim"
            any="All"
            value={filters.claimed}
            options={Object.entries(claimLabels)}
            onChange={(value) => set('claimed', value)}
          />
          <Choice
            label="Deadline"
            any="All"
            value={filters.overdue ? 'true' : undefined}
            options={[['true', 'Overdue']]}
            onChange={(value) => set('overdue', value)}
          />
        </div>
        <SaveFilter filters={filters} />
        <Button onClick={onClose}>Show flags</Button>
      </div>
    </Dialog>
  )
}

interface ChoiceProps {
  label: string
  any: string
  value: string | undefined
  options: [value: string, label: string][]
  onChange: (value: string) => void
}

function Choice({ label, any, value = '', options, onChange }: ChoiceProps) {
  return (
    <SelectField label={label} value={value} onChange={(event) => onChange(event.target.value)} options={options}>
      <option value="">{any}</option>
    </SelectField>
  )
}

const FilterName = z.object({ name: z.string().transform(cleanText) })

function SaveFilter({ filters }: { filters: FlagFilters }) {
  const saved = useSavedFilters()
  const form = useForm({ resolver: zodResolver(FilterName), defaultValues: { name: '' } })
  const save = form.handleSubmit(({ name }) => {
    savedFilters.save({ name, query: writeFlagFilters(filters).toString() })
    form.reset()
    toast({ title: 'Filter saved', description: `“${name}” is in the menu Saved filters, on this device.` })
  })
  return (
    <form onSubmit={save} noValidate className="border-line border-t pt-4">
      <Field label="Save these filters as">
        {(control) => (
          <div className="flex gap-2">
            <Input {...control} {...form.register('name')} maxLength={savedFilterLimits.name} placeholder="A name" />
            <Button type="submit" variant="outline" disabled={isBlank(form.watch('name'))}>
              Save
            </Button>
          </div>
        )}
      </Field>
      {saved.length > 0 && (
        <ul aria-label="Saved filters" className="mt-2">
          {saved.map((filter) => (
            <li key={filter.name} className="flex items-center justify-between gap-2">
              <span className="truncate">{filter.name}</span>
              <IconButton
                label={`Delete the filter ${filter.name}`}
                icon={Trash2}
                onClick={() => savedFilters.remove(filter.name)}
              />
            </li>
          ))}
        </ul>
      )}
    </form>
  )
}
