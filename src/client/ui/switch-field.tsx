import { Field } from './field.tsx'
import { Switch } from './switch.tsx'

interface SwitchFieldProps {
  label: string
  text: string
  checked: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
}

export function SwitchField({ label, text, checked, disabled, onChange }: SwitchFieldProps) {
  return (
    <Field label={label} help={text} className="relative pr-16">
      {(control) => (
        <Switch
          {...control}
          checked={checked}
          disabled={disabled}
          onCheckedChange={onChange}
          className="!absolute top-1 right-0"
        />
      )}
    </Field>
  )
}
