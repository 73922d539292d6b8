import { zodResolver } from '@hookform/resolvers/zod'
import { type ReactNode, useId } from 'react'
import { useForm } from 'react-hook-form'
import { errorText } from '#client/lib/http.ts'
import { Button } from '#client/ui/button.tsx'
import { Input } from '#client/ui/input.tsx'
import { ProfileRequest } from '#shared/accounts.ts'
import { updateProfile } from './api.ts'
import { useUser } from './session.ts'

interface PlayerNameFormProps {
  label: ReactNode
  onSaved?: () => void
}

/** The name by which characters call the user. */
export function PlayerNameForm({ label, onSaved }: PlayerNameFormProps) {
  const id = useId()
  const { name, playerName } = useUser()
  const form = useForm({ resolver: zodResolver(ProfileRequest), defaultValues: { playerName: playerName ?? name } })
  const { errors, isSubmitting } = form.formState
  const save = form.handleSubmit(async (names) => {
    try {
      await updateProfile(names)
      onSaved?.()
    } catch (error) {
      form.setError('playerName', { message: errorText(error, 'The name could not be saved. Please try again.') })
    }
  })
  const problem = errors.playerName?.message
  return (
    <form onSubmit={save} noValidate className="flex flex-wrap items-center gap-x-3 gap-y-2">
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
      {problem && (
        <p id={`${id}-error`} role="alert" className="w-full text-danger text-sm">
          {problem}
        </p>
      )}
    </form>
  )
}
