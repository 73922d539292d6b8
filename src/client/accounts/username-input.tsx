import type { ComponentProps } from 'react'
import { createFormField } from '#client/ui/form-field.tsx'
import { Input } from '#client/ui/input.tsx'

export function UsernameInput(props: ComponentProps<'input'>) {
  return <Input autoComplete="username" autoCapitalize="none" spellCheck={false} {...props} />
}

export const UsernameField = createFormField(UsernameInput)
