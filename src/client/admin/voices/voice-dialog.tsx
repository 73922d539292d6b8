import { call } from '#client/lib/http.ts'
import { useSingleMutation } from '#client/lib/use-single-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import { InputField, TextareaField } from '#client/ui/form-field.tsx'
import { ProblemText } from '#client/ui/problem-text.tsx'
import type { useSchemaForm } from '#client/ui/schema-form.ts'
import { showServerErrors } from '#client/ui/show-server-errors.ts'
import { SwitchField } from '#client/ui/switch-field.tsx'
import type { VoiceConnection, VoiceConnectionRequest, VoiceService } from '#shared/voices.ts'
import { ConnectionDialog } from '../connection-dialog.tsx'
import { numberOrNull, textOrNull } from '../typed-values.ts'
import { presetOf, VoiceFields, type VoiceValues, writeVoices } from './voice-values.ts'

interface VoiceDialogProps {
  services: VoiceService[]
  /** Null: a new one. */
  connection: VoiceConnection | null
}

export function VoiceDialog({ services, connection }: VoiceDialogProps) {
  const [first] = services
  return (
    <ConnectionDialog
      title={connection ? `Edit ${connection.name}` : 'Connect a voice service'}
      schema={VoiceFields}
      services={services}
      connection={connection}
      defaultValues={connection ? { ...connection, voices: writeVoices(connection.voices) } : first && presetOf(first)}
      preset={presetOf}
      nameHelp="Shown beside its voices."
      addressHelp={() => 'As the server reaches it.'}
      test={(body) => call('POST /api/admin/voices/test', { body })}
      testing="Speaking…"
      save={({ id, connection: body }) =>
        id === undefined
          ? call('POST /api/admin/voices', { body })
          : call('PUT /api/admin/voices/:id', { params: { id }, body })
      }
      used="What is read aloud from now on uses it."
    >
      {(form, id) => <Fields form={form} id={id} />}
    </ConnectionDialog>
  )
}

interface FieldsProps {
  form: ReturnType<typeof useSchemaForm<VoiceValues, VoiceConnectionRequest>>
  id: string | undefined
}

function Fields({ form, id }: FieldsProps) {
  const { field } = form
  const list = useSingleMutation({
    // The name does not matter yet, and what is in the field of the voices is replaced.
    mutationFn: () => {
      const values = form.getValues()
      const connection = { ...values, name: values.name || 'New', voices: [] }
      return call('POST /api/admin/voices/available', { body: { id, connection } })
    },
    onSuccess: ({ voices }) => {
      if (voices.length > 0) form.setValue('voices', writeVoices(voices))
    },
    onError: (error) => showServerErrors(form, error),
  })
  const load = async () => {
    form.clearErrors()
    if (await form.trigger('baseUrl', { shouldFocus: true })) list.mutate()
  }
  return (
    <>
      <InputField {...field('speechModel', 'Model that speaks')} aside="optional" rules={textOrNull} {...plain} />
      <div className="flex flex-col gap-2.5">
        <TextareaField
          {...field(
            'voices',
            'Voices',
            'One a line, as the service calls it. With “= ” and another name, that one is shown. Without any, it only transcribes.',
          )}
          rows={5}
          {...plain}
        />
        <ProblemText>{list.data?.problem ?? undefined}</ProblemText>
        <Button variant="outline" className="self-start" aria-disabled={list.isPending} onClick={() => void load()}>
          {list.isPending ? 'Asking the service…' : 'List its voices'}
        </Button>
      </div>
      <InputField
        {...field('transcriptionModel', 'Model that transcribes', 'For dictation and calls. Empty: it only speaks.')}
        aside="optional"
        rules={textOrNull}
        {...plain}
      />
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <InputField
          {...field('speechPrice', 'Price of speech', 'Dollars for a million characters. Empty: not counted.')}
          {...price}
        />
        <InputField
          {...field('transcriptionPrice', 'Price of transcription', 'Dollars for a minute. Empty: not counted.')}
          {...price}
        />
      </div>
      <SwitchField
        {...form.toggle('enabled', 'In use', 'While it is off, it is kept here but neither speaks nor transcribes.')}
      />
    </>
  )
}

const plain = { autoCapitalize: 'none', spellCheck: false, autoComplete: 'off' } as const
const price = { rules: numberOrNull, inputMode: 'decimal', autoComplete: 'off' } as const
