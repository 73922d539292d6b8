import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useSingleMutation } from '#client/lib/use-single-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import type { Closable } from '#client/ui/dialogs.tsx'
import { InputField, TextareaField } from '#client/ui/form-field.tsx'
import { ProblemText } from '#client/ui/problem-text.tsx'
import { showServerErrors } from '#client/ui/show-server-errors.ts'
import { SwitchField } from '#client/ui/switch-field.tsx'
import type { VoiceConnection, VoiceService } from '#shared/voices.ts'
import { ConnectionDialog } from '../connection-dialog.tsx'
import { listAvailable, saveVoices, testVoices, useRefreshVoices } from './api.ts'
import { presetValues, toInput, toValues, VoiceFields, writeVoices } from './voice-values.ts'

interface VoiceDialogProps extends Closable {
  services: VoiceService[]
  /** Null: a new one. */
  connection: VoiceConnection | null
}

export function VoiceDialog({ services, connection, onClose }: VoiceDialogProps) {
  const [first] = services
  const defaultValues = connection ? toValues(connection) : first && presetValues(first)
  const form = useForm({ resolver: zodResolver(VoiceFields), defaultValues })
  const refresh = useRefreshVoices()
  const list = useSingleMutation({
    // The name does not matter yet, and what is in the field of the voices is replaced.
    mutationFn: (id: string | undefined) => {
      const values = toInput(form.getValues())
      return listAvailable({ id, connection: { ...values, name: values.name || 'New', voices: [] } })
    },
    onSuccess: ({ voices }) => {
      if (voices.length > 0) form.setValue('voices', writeVoices(voices))
    },
    onError: (error) => showServerErrors(form, error),
  })
  const load = async (id: string | undefined) => {
    form.clearErrors()
    if (await form.trigger('baseUrl', { shouldFocus: true })) list.mutate(id)
  }
  const choose = (id: string) => {
    const chosen = services.find((entry) => entry.id === id)
    if (chosen && !connection) form.reset(presetValues(chosen))
  }
  const voicesError = Object.values(form.formState.errors.voices ?? {}).find((problem) => typeof problem === 'string')
  return (
    <ConnectionDialog
      title={connection ? `Edit ${connection.name}` : 'Connect a voice service'}
      form={form}
      services={services}
      connection={connection}
      onService={choose}
      nameHelp="Shown beside its voices."
      addressHelp="As the server reaches it."
      test={testVoices}
      testing="Speaking…"
      save={saveVoices}
      used="What is read aloud from now on uses it."
      refresh={refresh}
      onClose={onClose}
    >
      {(id) => (
        <>
          <InputField label="Model that speaks" aside="optional" form={form} name="speechModel" {...plain} />
          <div className="flex flex-col gap-2.5">
            <TextareaField
              label="Voices"
              help="One a line, as the service calls it. With “= ” and another name, that one is shown. Without any, it only transcribes."
              error={voicesError ?? form.getFieldState('voices', form.formState).error?.message}
              form={form}
              name="voices"
              rows={5}
              {...plain}
            />
            <ProblemText>{list.data?.problem ?? undefined}</ProblemText>
            <Button
              variant="outline"
              className="self-start"
              aria-disabled={list.isPending}
              onClick={() => void load(id)}
            >
              {list.isPending ? 'Asking the service…' : 'List its voices'}
            </Button>
          </div>
          <InputField
            label="Model that transcribes"
            aside="optional"
            help="For dictation and calls. Empty: it only speaks."
            form={form}
            name="transcriptionModel"
            {...plain}
          />
          <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
            <InputField
              label="Price of speech"
              help="Dollars for a million characters. Empty: not counted."
              form={form}
              name="speechPrice"
              inputMode="decimal"
              autoComplete="off"
            />
            <InputField
              label="Price of transcription"
              help="Dollars for a minute. Empty: not counted."
              form={form}
              name="transcriptionPrice"
              inputMode="decimal"
              autoComplete="off"
            />
          </div>
          <SwitchField
            label="In use"
            text="While it is off, it is kept here but neither speaks nor transcribes."
            checked={form.watch('enabled')}
            onChange={(enabled) => form.setValue('enabled', enabled)}
          />
        </>
      )}
    </ConnectionDialog>
  )
}

const plain = { autoCapitalize: 'none', spellCheck: false, autoComplete: 'off' } as const
