import { useRef, useState } from 'react'
import { PortraitPicker } from '#client/characters/creator/portrait-picker.tsx'
import { ImageGenerator } from '#client/images/image-generator.tsx'
import { ImageUpload } from '#client/images/image-upload.tsx'
import { hasCode } from '#client/lib/http.ts'
import { Avatar } from '#client/ui/avatar.tsx'
import { Button } from '#client/ui/button.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { InputField } from '#client/ui/form-field.tsx'
import { MacroField } from '#client/ui/macro-textarea.tsx'
import { ProblemText } from '#client/ui/problem-text.tsx'
import { resolveConflict } from '#client/ui/save-conflict.ts'
import { useSchemaForm } from '#client/ui/schema-form.ts'
import { accountLimits } from '#shared/accounts.ts'
import { type Persona, PersonaFields, personaLimits } from '#shared/personas.ts'
import { readPersona, refreshPersonas, savePersona } from './api.ts'

const labels = { name: 'Name', description: 'Description', picture: 'Picture' }

interface PersonaDialogProps {
  /** Left out for a new one. */
  persona?: Persona
  onSaved?: (persona: Persona) => void
}

export function PersonaDialog({ persona, onSaved }: PersonaDialogProps) {
  // The version that the user began with; the list may be read again meanwhile.
  const [{ name, description, picture }] = useState(persona ?? { name: '', description: '', picture: '' })
  const form = useSchemaForm(PersonaFields, { name, description, picture })
  const { errors } = form.formState
  /** The version that the next save replaces. */
  const updatedAt = useRef(persona?.updatedAt ?? 0)
  const save = async (fields: PersonaFields): Promise<boolean> => {
    try {
      const saved = await savePersona(fields, persona && { id: persona.id, updatedAt: updatedAt.current })
      await refreshPersonas()
      onSaved?.(saved)
      return true
    } catch (error) {
      if (!hasCode(error, 'changed_elsewhere')) throw error
      const theirs = await readPersona(persona?.id)
      const merged = await resolveConflict({ labels, base: { name, description, picture }, mine: fields, theirs })
      if (!merged) return false
      updatedAt.current = theirs.updatedAt
      form.reset(merged)
      return save(merged)
    }
  }
  return (
    <FormDialog
      title={persona ? `Edit ${persona.name}` : 'New persona'}
      description="Who you are in a story. Characters read this. Other people do not see it."
      form={form}
      failure="The persona could not be saved. Please try again."
      onSave={save}
    >
      <InputField {...form.field('name', 'Name')} maxLength={2 * accountLimits.displayNameMax} autoComplete="off" />
      <MacroField
        label="Description"
        aside="optional"
        help="How you look, what you want, what the character knows about you. Type {{ for placeholders, such as names."
        form={form}
        name="description"
        rows={4}
        maxLength={personaLimits.description}
      />
      <ImageField
        name={form.watch('name')}
        value={form.watch('picture') ?? ''}
        error={errors.picture?.message}
        onImage={(url) => form.setValue('picture', url, { shouldValidate: true })}
      />
    </FormDialog>
  )
}

interface ImageFieldProps {
  name: string
  value: string
  error: string | undefined
  onImage: (url: string) => void
}

/** The image, with the ways to choose another one folded away. */
function ImageField({ name, value, error, onImage }: ImageFieldProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="flex flex-col gap-4">
      <div className="flex items-center gap-3.5">
        <Avatar name={name} src={value} className="size-14 rounded-full" />
        <Button variant="outline" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {value ? 'Change picture' : 'Add a picture'}
        </Button>
      </div>
      <ProblemText>{error}</ProblemText>
      {isOpen && (
        <>
          <PortraitPicker name={name} category="Other" value={value} onPick={onImage} />
          <ImageUpload onImage={onImage} />
          <ImageGenerator value={value} onImage={onImage} />
        </>
      )}
    </div>
  )
}
