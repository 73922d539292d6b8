import { useQuery } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import { useEffect } from 'react'
import { useFormContext } from 'react-hook-form'
import { addressOf, fetchOk } from '#client/lib/http.ts'
import { queryOf } from '#client/lib/query-client.ts'
import { useSite } from '#client/lib/site.ts'
import { useSingleMutation } from '#client/lib/use-single-mutation.ts'
import { Field } from '#client/ui/field.tsx'
import { IconButton } from '#client/ui/icon-button.tsx'
import { Select } from '#client/ui/select.tsx'
import { toastError } from '#client/ui/toast-error.ts'
import type { CharacterFields } from '#shared/characters.ts'
import { silentVoice } from '#shared/voice-terms.ts'
import { formFields } from './creator-values.ts'

/** The voices with which the character is read aloud, chosen by ear. */
export function VoiceFields() {
  const hasConnected = useSite(({ speaks }) => speaks)
  const { data } = useQuery({ ...queryOf('GET /api/voices'), enabled: hasConnected })
  const voices = data?.voices ?? []
  useEffect(() => () => sample?.pause(), [])
  return (
    <>
      <VoiceField
        name="voice"
        voices={voices}
        unset="Each listener’s choice"
        help={
          hasConnected
            ? 'Listeners can choose another one.'
            : 'No voice service is connected here, so each listener’s browser chooses the voice.'
        }
      />
      <VoiceField name="narratorVoice" voices={voices} unset="The same voice" help="What is not in quotation marks." />
    </>
  )
}

interface VoiceFieldProps {
  name: 'voice' | 'narratorVoice'
  voices: readonly { id: string; label: string; service: string }[]
  /** The option of an empty value. */
  unset: string
  help: string
}

function VoiceField({ name, voices, unset, help }: VoiceFieldProps) {
  const form = useFormContext<CharacterFields>()
  const chosen = form.watch(name)
  const isConnected = voices.some(({ id }) => id === chosen)
  const play = useSingleMutation({
    mutationFn: playSample,
    onError: (error) => toastError(error, { title: notPlayed }),
  })
  const options = [
    ['', unset],
    ...voices.map(({ id, label, service }) => [id, `${label} (${service})`]),
    ...(chosen === '' || chosen === silentVoice || isConnected ? [] : [[chosen, `${chosen} (not connected here)`]]),
    [silentVoice, 'Not read aloud'],
  ] as [string, string][]
  return (
    <Field label={formFields[name].label} help={help}>
      {(control) => (
        <div className="flex gap-2">
          {/* With its value, since the voices may come after it. */}
          <Select {...control} {...form.register(name)} value={chosen} options={options} className="min-w-0 flex-1" />
          {voices.length > 0 && (
            <IconButton
              label={`Hear a sample of the ${formFields[name].label.toLowerCase()}`}
              icon={Play}
              aria-disabled={!isConnected || play.isPending}
              onClick={() => isConnected && play.mutate(chosen)}
            />
          )}
        </div>
      )}
    </Field>
  )
}

const notPlayed = 'Not played'
let sample: HTMLAudioElement | null = null

/** Not by the address alone: an element does not tell why the server refuses. */
async function playSample(id: string): Promise<void> {
  sample ??= new Audio()
  // Safari plays later only what was loaded in the press.
  sample.load()
  const response = await fetchOk(addressOf('GET /api/voices/:id/sample', { params: { id } }))
  URL.revokeObjectURL(sample.src)
  sample.src = URL.createObjectURL(await response.blob())
  await sample.play().catch(() => toastError('Your browser cannot play this voice.', { title: notPlayed }))
}
