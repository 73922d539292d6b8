import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import type { Closable } from '#client/ui/dialogs.tsx'
import { InputField, SelectField, TextareaField } from '#client/ui/form-field.tsx'
import { ProblemText } from '#client/ui/problem-text.tsx'
import { SwitchField } from '#client/ui/switch-field.tsx'
import { toast } from '#client/ui/toast-store.ts'
import type { VoiceConnection, VoiceService } from '#shared/voices.ts'
import { AddressField, KeyField, ServiceForm, showConnectionErrors } from '../service-form.tsx'
import { listAvailable, saveVoices, testVoices, useApplyVoices, useRefreshVoices, type VoiceDraft } from './api.ts'
import { VoiceTestNotice } from './voice-test-notice.tsx'
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
  const { errors } = form.formState
  const service = services.find(({ id }) => id === form.watch('service'))
  const apply = useApplyVoices()
  const refresh = useRefreshVoices()
  const onError = (error: Error) => showConnectionErrors(form, error, refresh)
  const draftOf = (input: VoiceDraft['connection']): VoiceDraft => ({ id: connection?.id, connection: input })
  const test = useMutation({ mutationFn: testVoices, onError })
  const save = useMutation({
    mutationFn: saveVoices,
    onSuccess: async (saved) => {
      await apply(saved)
      toast({ title: connection ? 'Saved' : 'Connected', description: 'What is read aloud from now on uses it.' })
      onClose()
    },
    onError,
  })
  const list = useMutation({
    // The name does not matter yet, and what is in the field of the voices is replaced.
    mutationFn: () => {
      const values = toInput(form.getValues())
      return listAvailable(draftOf({ ...values, name: values.name || 'New', voices: [] }))
    },
    onSuccess: ({ voices }) => {
      if (voices.length > 0) form.setValue('voices', writeVoices(voices))
    },
    onError,
  })
  const load = async () => {
    form.clearErrors()
    if (!list.isPending && (await form.trigger('baseUrl', { shouldFocus: true }))) list.mutate()
  }
  const run = (send: (draft: VoiceDraft) => Promise<unknown>) => form.handleSubmit((request) => send(draftOf(request)))
  const choose = (id: string) => {
    const chosen = services.find((entry) => entry.id === id)
    if (chosen) form.reset(presetValues(chosen))
  }
  const voicesError = Object.values(errors.voices ?? {}).find((problem) => typeof problem === 'string')
  return (
    <Dialog
      title={connection ? `Edit ${connection.name}` : 'Connect a voice service'}
      className="sm:max-w-xl"
      onClose={onClose}
    >
      <ServiceForm
        error={errors.root?.message}
        result={<VoiceTestNotice test={test} className="mb-4" />}
        test={{ isPending: test.isPending, label: 'Speaking…', run: run(test.mutateAsync) }}
        save={{ isPending: save.isPending, run: run(save.mutateAsync) }}
        // The result of a test applies only to the values that were tested.
        onChange={test.reset}
      >
        <SelectField
          label="Service"
          form={form}
          name="service"
          rules={{ onChange: (event) => !connection && choose(event.target.value) }}
          options={services.map(({ id, label }) => [id, label])}
        />
        <InputField label="Name" help="Shown beside its voices." form={form} name="name" autoComplete="off" />
        <AddressField label="Address" help="As the server reaches it." form={form} name="baseUrl" />
        <KeyField
          label="Key"
          aside={service?.needsKey ? undefined : 'if it needs one'}
          help={
            connection?.isKeyUnreadable
              ? 'The stored key cannot be read. Enter it again.'
              : connection?.hasKey
                ? 'A key is stored. Leave this empty to keep it.'
                : 'Stored encrypted, and never shown again.'
          }
          form={form}
          name="apiKey"
        />
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
          <Button variant="outline" className="self-start" aria-disabled={list.isPending} onClick={() => void load()}>
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
      </ServiceForm>
    </Dialog>
  )
}

const plain = { autoCapitalize: 'none', spellCheck: false, autoComplete: 'off' } as const
