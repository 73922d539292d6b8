import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { errorText } from '#client/lib/http.ts'
import { reviewAction } from '#client/lib/review-store.ts'
import { Field } from '#client/ui/field.tsx'
import { FormEnd } from '#client/ui/form-end.tsx'
import { Input } from '#client/ui/input.tsx'
import { toast } from '#client/ui/toast-store.ts'
import { accountLimits, ProfileRequest } from '#shared/accounts.ts'
import { updateProfile } from './api.ts'
import { useUser } from './session.ts'

/** Mounted when the dialog opens, so that it starts with the current name. */
export function ProfileForm({ onDone }: { onDone: () => void }) {
  const user = useUser()
  const form = useForm({
    resolver: zodResolver(ProfileRequest),
    defaultValues: { displayName: user.displayName ?? '' },
  })
  const { errors, isSubmitting } = form.formState
  const { setFocus } = form
  useEffect(() => setFocus('displayName', { shouldSelect: true }), [setFocus])

  const save = form.handleSubmit(async (names) => {
    try {
      await updateProfile(names)
      toast({ title: 'Profile Updated', description: 'Your profile has been successfully updated.' })
      onDone()
    } catch (error) {
      const description = errorText(error, 'Failed to update profile. Please try again.')
      toast({ variant: 'destructive', title: 'Update Failed', description, ...reviewAction(description) })
    }
  })

  return (
    <form onSubmit={save} noValidate className="flex flex-col gap-5">
      <Field
        label="Display name"
        help={`Up to ${accountLimits.displayNameMax} characters. Your username is ${user.username}.`}
        error={errors.displayName?.message}
      >
        {(control) => (
          <Input {...control} {...form.register('displayName')} autoComplete="nickname" placeholder={user.username} />
        )}
      </Field>
      <FormEnd isSubmitting={isSubmitting} label="Save changes" onCancel={onDone} />
    </form>
  )
}
