import type { ComponentProps } from 'react'
import { moderationLimits } from '#shared/moderation.ts'
import { createFormField } from './form-field.tsx'
import { Textarea } from './textarea.tsx'

/** What is written to moderators, or by them. */
export const NoteField = createFormField((props: ComponentProps<'textarea'>) => (
  <Textarea dir="auto" maxLength={moderationLimits.note} {...props} />
))
