import { useForm } from 'react-hook-form'
import { Disclosure } from '#client/ui/disclosure.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { InputField, SelectField, TextareaField } from '#client/ui/form-field.tsx'
import { MacroField } from '#client/ui/macro-textarea.tsx'
import { fieldsOf } from '#client/ui/schema-form.ts'
import { SwitchField } from '#client/ui/switch-field.tsx'
import type { LoreEntry } from '#engine/lore/lorebook.ts'
import { applyValues, type EntryValues, toValues } from './entry-values.ts'

interface EntryDialogProps {
  entry: LoreEntry
  isNew: boolean
  onDone: (entry: LoreEntry) => void
}

const switches = [
  ['useRegex', 'Keys are expressions', 'Regular expressions such as /harbou?rs?/i.'],
  ['caseSensitive', 'Capital letters count', 'Rose is then another word than rose.'],
  ['wholeWords', 'Whole words only', 'Otherwise art is also found in heart.'],
] as const

const numbers = [
  ['order', 'Order', 'Lower ones come earlier.', { min: -100_000 }],
  ['priority', 'Priority', 'Higher ones are kept when not all fit.', { min: -100_000 }],
  ['probability', 'Chance in percent', '100: with every match.', { min: 0, max: 100 }],
  ['sticky', 'Stays for', 'Messages after a match.', { min: 0 }],
  ['cooldown', 'Then rests for', 'Messages without it.', { min: 0 }],
  ['delay', 'Not before message', '0: from the first one.', { min: 0 }],
] as const
const number = { rules: { valueAsNumber: true }, type: 'number', inputMode: 'numeric' } as const

/** The options of the selects. */
const logics = [
  ['any', 'one has to be there'],
  ['all', 'all have to be there'],
  ['not-any', 'none may be there'],
  ['not-all', 'one has to be missing'],
] as const
const places = [
  ['before', 'before the character'],
  ['after', 'after the character'],
  ['depth', 'inside the history'],
] as const
const roles = [
  ['system', 'nobody (an instruction)'],
  ['user', 'the player'],
  ['assistant', 'the character'],
] as const

/** One entry of a lorebook. What it changes is saved with the whole lorebook. */
export function EntryDialog({ entry, isNew, onDone }: EntryDialogProps) {
  const form = useForm<EntryValues>({ defaultValues: toValues(entry) })
  const { field, toggle } = fieldsOf(form)
  const keysHelp = form.watch('constant')
    ? 'Not needed: the entry is always used.'
    : 'Words or names. When one is in the newest messages, the model is given the text.'
  return (
    <FormDialog
      title={isNew ? 'New entry' : 'Edit entry'}
      form={form}
      label="Done"
      className="sm:!max-w-2xl"
      onSave={async (values) => onDone(applyValues(entry, values))}
    >
      <TextareaField
        {...field('keys', 'Keys', keysHelp)}
        aside="one a line"
        rows={2}
        className="!min-h-16"
        placeholder={'Port Verrin\nharbour'}
      />
      <MacroField
        {...field('content', 'Text', 'What the model is told. {{char}} and {{user}} stand for names.')}
        rows={6}
      />
      <SwitchField
        {...toggle('constant', 'Always used', 'In every message, whatever is said. It takes room from the story.')}
      />
      <InputField
        {...field('name', 'Name', 'For your own overview. No model reads it.')}
        aside="optional"
        maxLength={200}
        autoComplete="off"
      />
      <Disclosure title="When and where">
        <div className="mt-2 flex flex-col gap-5">
          <div className="grid gap-4 sm:grid-cols-2">
            <TextareaField
              {...field('secondKeys', 'Second keys', 'Looked for once a first key is found.')}
              aside="one a line"
              rows={2}
              className="!min-h-16"
            />
            <SelectField {...field('logic', 'Of the second keys')} options={logics} />
          </div>
          {switches.map(([name, label, text]) => (
            <SwitchField key={name} {...toggle(name, label, text)} />
          ))}
          <div className="grid gap-4 sm:grid-cols-2">
            <SelectField {...field('place', 'Place')} options={places} />
            {form.watch('place') === 'depth' && (
              <>
                <InputField
                  {...field('depth', 'Depth', 'How many messages come after it.')}
                  {...number}
                  min={0}
                  max={999}
                />
                <SelectField {...field('role', 'Said by')} options={roles} />
              </>
            )}
            {numbers.map(([name, label, help, limits]) => (
              <InputField key={name} {...field(name, label, help)} {...number} {...limits} />
            ))}
            <InputField {...field('group', 'Group', 'Of entries in one group, one is used.')} autoComplete="off" />
          </div>
        </div>
      </Disclosure>
    </FormDialog>
  )
}
