import { useForm } from 'react-hook-form'
import type { Closable } from '#client/ui/dialogs.tsx'
import { Disclosure } from '#client/ui/disclosure.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { InputField, SelectField, TextareaField } from '#client/ui/form-field.tsx'
import { MacroField } from '#client/ui/macro-textarea.tsx'
import { SwitchField } from '#client/ui/switch-field.tsx'
import type { LoreEntry } from '#engine/lore/lorebook.ts'
import { applyValues, type EntryValues, toValues } from './entry-values.ts'

interface EntryDialogProps extends Closable {
  entry: LoreEntry
  isNew: boolean
  onDone: (entry: LoreEntry) => void
}

const switches = {
  useRegex: { label: 'Keys are expressions', text: 'Regular expressions such as /harbou?rs?/i.' },
  caseSensitive: { label: 'Capital letters count', text: 'Rose is then another word than rose.' },
  wholeWords: { label: 'Whole words only', text: 'Otherwise art is also found in heart.' },
} as const

const numbers = [
  { name: 'order', label: 'Order', help: 'Lower ones come earlier.', min: -100_000 },
  { name: 'priority', label: 'Priority', help: 'Higher ones are kept when not all fit.', min: -100_000 },
  { name: 'probability', label: 'Chance in percent', help: '100: with every match.', min: 0, max: 100 },
  { name: 'sticky', label: 'Stays for', help: 'Messages after a match.', min: 0 },
  { name: 'cooldown', label: 'Then rests for', help: 'Messages without it.', min: 0 },
  { name: 'delay', label: 'Not before message', help: '0: from the first one.', min: 0 },
] as const

/** One entry of a lorebook. What it changes is saved with the whole lorebook. */
export function EntryDialog({ entry, isNew, onDone, onClose }: EntryDialogProps) {
  const form = useForm<EntryValues>({ defaultValues: toValues(entry) })
  const { watch, setValue } = form
  const isConstant = watch('constant')
  const isAtDepth = watch('place') === 'depth'
  return (
    <FormDialog
      title={isNew ? 'New entry' : 'Edit entry'}
      form={form}
      label="Done"
      className="sm:!max-w-2xl"
      onSave={async (values) => onDone(applyValues(entry, values))}
      onClose={onClose}
    >
      <TextareaField
        label="Keys"
        aside="one a line"
        help={
          isConstant
            ? 'Not needed: the entry is always used.'
            : 'Words or names. When one is in the newest messages, the model is given the text.'
        }
        form={form}
        name="keys"
        rows={2}
        className="!min-h-16"
        placeholder={'Port Verrin\nharbour'}
      />
      <MacroField
        label="Text"
        help="What the model is told. {{char}} and {{user}} stand for names."
        form={form}
        name="content"
        rows={6}
      />
      <SwitchField
        label="Always used"
        text="In every message, whatever is said. It takes room from the story."
        checked={isConstant}
        onChange={(isOn) => setValue('constant', isOn, { shouldDirty: true })}
      />
      <InputField
        label="Name"
        aside="optional"
        help="For your own overview. No model reads it."
        form={form}
        name="name"
        maxLength={200}
        autoComplete="off"
      />
      <Disclosure title="When and where">
        <div className="mt-2 flex flex-col gap-5">
          <div className="grid gap-4 sm:grid-cols-2">
            <TextareaField
              label="Second keys"
              aside="one a line"
              help="Looked for once a first key is found."
              form={form}
              name="secondKeys"
              rows={2}
              className="!min-h-16"
            />
            <SelectField
              label="Of the second keys"
              form={form}
              name="logic"
              options={[
                ['any', 'one has to be there'],
                ['all', 'all have to be there'],
                ['not-any', 'none may be there'],
                ['not-all', 'one has to be missing'],
              ]}
            />
          </div>
          {(['useRegex', 'caseSensitive', 'wholeWords'] as const).map((name) => (
            <SwitchField
              key={name}
              {...switches[name]}
              checked={watch(name)}
              onChange={(isOn) => setValue(name, isOn, { shouldDirty: true })}
            />
          ))}
          <div className="grid gap-4 sm:grid-cols-2">
            <SelectField
              label="Place"
              form={form}
              name="place"
              options={[
                ['before', 'before the character'],
                ['after', 'after the character'],
                ['depth', 'inside the history'],
              ]}
            />
            {isAtDepth && (
              <>
                <InputField
                  label="Depth"
                  help="How many messages come after it."
                  form={form}
                  name="depth"
                  rules={{ valueAsNumber: true }}
                  type="number"
                  min={0}
                  max={999}
                />
                <SelectField
                  label="Said by"
                  form={form}
                  name="role"
                  options={[
                    ['system', 'nobody (an instruction)'],
                    ['user', 'the player'],
                    ['assistant', 'the character'],
                  ]}
                />
              </>
            )}
            {numbers.map(({ name, label, help, ...limits }) => (
              <InputField
                key={name}
                label={label}
                help={help}
                form={form}
                name={name}
                rules={{ valueAsNumber: true }}
                {...limits}
                type="number"
                inputMode="numeric"
              />
            ))}
            <InputField
              label="Group"
              help="Of entries in one group, one is used."
              form={form}
              name="group"
              autoComplete="off"
            />
          </div>
        </div>
      </Disclosure>
    </FormDialog>
  )
}
