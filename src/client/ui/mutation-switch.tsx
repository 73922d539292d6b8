import type { UseMutationResult } from '@tanstack/react-query'
import { useId } from 'react'
import { Switch } from './switch.tsx'

interface MutationSwitchProps {
  label: string
  checked: boolean
  /** What switching does. Until it has ended, the switch shows what was chosen. */
  change: Pick<UseMutationResult<unknown, Error, boolean>, 'isPending' | 'variables' | 'mutate'>
}

/** A setting that the server saves as soon as it is switched. */
export function MutationSwitch({ label, checked, change }: MutationSwitchProps) {
  const id = useId()
  return (
    <label htmlFor={id} className="flex min-h-11 items-center gap-3">
      <Switch
        id={id}
        checked={change.isPending ? (change.variables ?? checked) : checked}
        disabled={change.isPending}
        onCheckedChange={(enabled) => change.mutate(enabled)}
      />
      {label}
    </label>
  )
}
