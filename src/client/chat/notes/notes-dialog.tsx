import { useState } from 'react'
import { type Control, Controller, type UseFormReturn } from 'react-hook-form'
import { Disclosure } from '#client/ui/disclosure.tsx'
import { Field } from '#client/ui/field.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { SelectField } from '#client/ui/form-field.tsx'
import { Input } from '#client/ui/input.tsx'
import { MacroField } from '#client/ui/macro-textarea.tsx'
import { useSchemaForm } from '#client/ui/schema-form.ts'
import { Notes, NotesRequest, noteLimits } from '#shared/notes.ts'
import { useConversationStore } from '../store/use-conversation.ts'
import { emptyNotes, NotesConflictError, saveNotes } from './save-notes.ts'

const noteFields = Notes.keyof().options

export function NotesDialog() {
  const store = useConversationStore()
  const now = () => store.state.getState().notes ?? emptyNotes
  /** The notes that the user has seen. */
  const [seen, setSeen] = useState(now)
  const form = useSchemaForm(NotesRequest, seen)
  const { errors, dirtyFields } = form.formState
  const hasPlaceProblem = Boolean(errors.depth ?? errors.interval ?? errors.role)
  const save = async (notes: Notes) => {
    const changed = noteFields.filter((field) => dirtyFields[field])
    try {
      await saveNotes(store, Object.fromEntries(changed.map((field) => [field, notes[field]])), seen)
      return true
    } catch (error) {
      setSeen(now)
      if (!(error instanceof NotesConflictError)) throw error
      for (const field of error.fields) {
        const message = `Changed in another tab or on another device, to: “${now()[field]}”. Save again to replace that.`
        form.setError(field, { message })
      }
      return false
    }
  }
  return (
    <FormDialog
      title="Notes for the story"
      description="The character follows them from the next reply on and does not mention them."
      form={form}
      failure="The notes could not be saved. Please try again."
      onSave={save}
    >
      <MacroField
        {...form.field('scene', 'Scene', 'Where and when the story is now. Change it when the scene changes.')}
        rows={2}
        className="!min-h-20"
        maxLength={noteLimits.scene}
        placeholder="The harbour of Port Verrin, an hour before dawn. It rains."
      />
      <MacroField
        {...form.field(
          'note',
          'Author’s note',
          'How the story is to be told, or what is to come. Type {{ for placeholders, such as names.',
        )}
        maxLength={noteLimits.note}
        placeholder="Slow and quiet. {{char}} hides that she is tired."
      />
      <NotePlace form={form} isOpen={hasPlaceProblem} />
    </FormDialog>
  )
}

interface NotePlaceProps {
  form: UseFormReturn<Partial<Notes>, unknown, Notes>
  /** Whether one of its fields has a problem: it is then expanded. */
  isOpen: boolean
}

/** The position of the author's note, collapsed because few users need it. */
function NotePlace({ form, isOpen }: NotePlaceProps) {
  return (
    <Disclosure title="Place of the author’s note" open={isOpen || undefined}>
      <div className="mt-2 grid grid-cols-1 gap-4 sm:grid-cols-2">
        <NumberField
          control={form.control}
          name="depth"
          label="Depth"
          help="How many messages come after the note. 0 puts it at the end, which is fastest."
          min={0}
          max={noteLimits.depth}
        />
        <NumberField
          control={form.control}
          name="interval"
          label="Interval"
          help="1: with each of your messages. 3: with every third."
          min={1}
          max={noteLimits.interval}
        />
        <SelectField label="Said by" fieldClassName="sm:col-span-2" form={form} name="role">
          <option value="system">Nobody (an instruction)</option>
          <option value="user">You</option>
          <option value="assistant">The character</option>
        </SelectField>
      </div>
    </Disclosure>
  )
}

interface NumberFieldProps {
  control: Control<Partial<Notes>, unknown, Notes>
  name: 'depth' | 'interval'
  label: string
  help: string
  min: number
  max: number
}

/** A number that stays within its limits while it is typed. */
function NumberField({ control, name, label, help, min, max }: NumberFieldProps) {
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState: { error } }) => (
        <Field label={label} help={help} error={error?.message}>
          {(input) => (
            <Input
              {...input}
              {...field}
              type="number"
              inputMode="numeric"
              min={min}
              max={max}
              onChange={({ target }) => {
                const next = Math.round(target.valueAsNumber)
                if (Number.isFinite(next)) field.onChange(Math.min(max, Math.max(min, next)))
              }}
            />
          )}
        </Field>
      )}
    />
  )
}
