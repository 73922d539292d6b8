import { type ReactNode, useId } from 'react'
import { cx } from '#client/lib/cx.ts'
import { Button } from '#client/ui/button.tsx'
import { Input } from '#client/ui/input.tsx'
import { ProblemText } from '#client/ui/problem-text.tsx'
import { useSchemaForm } from '#client/ui/schema-form.ts'
import { submitForm } from '#client/ui/show-server-errors.ts'
import { ProfileRequest } from '#shared/accounts.ts'
import { updateProfile } from './api.ts'
import { useUser } from './session.ts'

interface PlayerNameFormProps {
  label: ReactNode
  className?: string
  onSaved?: () => void
}

export function PlayerNameForm({ label, className, onSaved }: PlayerNameFormProps) {
  const id = useId()
  const { name, playerName } = useUser()
  const form = useSchemaForm(ProfileRequest, { playerName: playerName ?? name })
  const { errors, isSubmitting } = form.formState
  const save = async (names: ProfileRequest) => {
    await updateProfile(names)
    onSaved?.()
  }
  const submit = submitForm(form, save, 'The name could not be saved. Please try again.')
  const problem = errors.playerName?.message ?? errors.root?.message
  return (
    <form onSubmit={submit} noValidate className={cx('flex flex-wrap items-center gap-x-3 gap-y-2', className)}>
      <label htmlFor={id} className="text-ink-soft text-sm">
        {label}
      </label>
      <span className="flex min-w-0 flex-1 basis-56 items-center gap-2">
        <Input
          id={id}
          className="min-w-0 flex-1 sm:max-w-64"
          autoComplete="nickname"
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? `${id}-error` : undefined}
          {...form.register('playerName')}
        />
        <Button type="submit" variant="outline" disabled={isSubmitting}>
          {isSubmitting ? 'Saving...' : 'Save'}
        </Button>
      </span>
      <ProblemText id={`${id}-error`} className="w-full">
        {problem}
      </ProblemText>
    </form>
  )
}
