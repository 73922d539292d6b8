import { Trash2 } from 'lucide-react'
import type { ChangeEvent } from 'react'
import { z } from 'zod'
import { Button } from '#client/ui/button.tsx'
import { useClose } from '#client/ui/close-context.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { Field } from '#client/ui/field.tsx'
import { SelectField } from '#client/ui/form-field.tsx'
import { IconButton } from '#client/ui/icon-button.tsx'
import { Input } from '#client/ui/input.tsx'
import { useSchemaForm } from '#client/ui/schema-form.ts'
import { toast } from '#client/ui/toast-store.ts'
import { isBlank } from '#engine/is-blank.ts'
import { cleanText } from '#shared/clean-text.ts'
import { flagSources } from '#shared/flags.ts'
import { flagCategories, flagCategoryNames } from '#shared/moderation.ts'
import { useDashboardAddress } from '../use-dashboard-address.ts'
import { type FlagFilters, readFlagFilters, writeFlagFilters } from './flag-filters.ts'
import { claimLabels, sourceLabels } from './flag-labels.ts'
import { savedFilterLimits, savedFilters, useSavedFilters } from './saved-filters.ts'

/** All filters, and the admin's saved ones. A change applies at once. */
export function FilterDialog() {
  const close = useClose()
  const { filters, setFilters } = useDashboardAddress()
  const choice = (name: keyof FlagFilters, any: string, options: [value: string, label: string][]) => ({
    value: String(filters[name] ?? ''),
    options: [['', any], ...options] as const,
    onChange: ({ target }: ChangeEvent<HTMLSelectElement>) => {
      const params = writeFlagFilters(filters)
      if (target.value) params.set(name, target.value)
      else params.delete(name)
      setFilters(readFlagFilters(params))
    },
  })
  const categories = flagCategoryNames.map((name): [string, string] => [name, flagCategories[name].label])
  const severities = [2, 3, 4, 5].map((least): [string, string] => [`${least}`, least === 5 ? '5' : `${least} and up`])
  const sources = flagSources.map((name): [string, string] => [name, sourceLabels[name]])
  return (
    <Dialog title="Filters">
      <div className="flex flex-col gap-4">
        <SelectField label="Category" {...choice('category', 'All categories', categories)} />
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <SelectField label="Severity" {...choice('severity', 'All severities', severities)} />
          <SelectField label="Raised by" {...choice('source', 'Everything', sources)} />
          <SelectField label="Claim" {...choice('claimed', 'All', Object.entries(claimLabels))} />
          <SelectField label="Deadline" {...choice('overdue', 'All', [['true', 'Overdue']])} />
        </div>
        <SaveFilter filters={filters} />
        <Button onClick={close}>Show flags</Button>
      </div>
    </Dialog>
  )
}

const FilterName = z.object({ name: z.string().transform(cleanText) })

function SaveFilter({ filters }: { filters: FlagFilters }) {
  const saved = useSavedFilters()
  const form = useSchemaForm(FilterName, { name: '' })
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
