import type { ChangeEvent } from 'react'
import { Disclosure } from '#client/ui/disclosure.tsx'
import { InputField } from '#client/ui/form-field.tsx'
import { SwitchField } from '#client/ui/switch-field.tsx'
import { defaultScanDepth, type Lorebook, readNumber } from '#engine/lore/lorebook.ts'

export type Settings = Pick<Lorebook, 'scan_depth' | 'token_budget' | 'recursive_scanning'>

export const settingsOf = ({ scan_depth, token_budget, recursive_scanning }: Lorebook): Settings => ({
  scan_depth,
  token_budget,
  recursive_scanning,
})

/** What holds for all entries, collapsed because few users need it. */
export function BookSettings({ settings, onChange }: { settings: Settings; onChange: (settings: Settings) => void }) {
  const number = (name: 'scan_depth' | 'token_budget', placeholder: string) => ({
    type: 'number',
    min: 0,
    placeholder,
    value: readNumber(settings[name]) ?? '',
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) =>
      onChange({ ...settings, [name]: readNumber(target.valueAsNumber) ?? undefined }),
  })
  return (
    <Disclosure title="For all entries" className="mt-3">
      <div className="mt-2 mb-4 grid gap-4 sm:grid-cols-2">
        <InputField
          label="Messages read"
          help="Keys are looked for in so many of the newest messages."
          {...number('scan_depth', String(defaultScanDepth))}
        />
        <InputField
          label="Tokens at most"
          help="Entries of a low priority are left out above it."
          {...number('token_budget', 'As many as fit')}
        />
        <SwitchField
          label="Entries call up others"
          text="Keys are also looked for in the texts of entries that are used."
          checked={settings.recursive_scanning !== false}
          onChange={(recursive_scanning) => onChange({ ...settings, recursive_scanning })}
        />
      </div>
    </Disclosure>
  )
}
