import { Volume2 } from 'lucide-react'
import { useId } from 'react'
import { IconButton } from '#client/ui/icon-button.tsx'
import { Select } from '#client/ui/select.tsx'
import { SwitchRow } from '#client/ui/switch-row.tsx'
import { silentVoice } from '#shared/voice-terms.ts'
import { changeReadingSettings, rates, useReadingSettings } from '../reading/reading-settings.ts'
import { browserDefault, narratorKey } from '../speech/choose-voices.ts'
import { loadSpeaker } from '../speech/speech-state.ts'
import type { SpokenRole } from '../speech/split-speech.ts'
import { useBrowserVoices, useConnectedVoices } from '../speech/voices.ts'

interface Character {
  id: string
  name: string
}

/** The voices of the characters of the conversation, their pace, and whether new replies are read aloud. */
export function VoiceSettings({ characters }: { characters: readonly Character[] }) {
  const { rate, narrate } = useReadingSettings((settings) => settings)
  const hasConnected = useConnectedVoices().length > 0
  const rateId = useId()
  return (
    <>
      <SwitchRow
        label="Read new replies aloud"
        checked={narrate}
        onChange={(isWanted) => changeReadingSettings({ narrate: isWanted })}
      />
      {characters.map(({ id, name }) => (
        <VoiceField
          key={id}
          characterId={id}
          kind="speech"
          whose={name}
          standard={hasConnected ? 'As the author chose' : 'The browser’s own'}
          sample={`I am ${name}. This is how I sound.`}
        />
      ))}
      <VoiceField
        characterId={characters[0]?.id ?? ''}
        kind="narration"
        whose="actions and narration"
        standard={hasConnected ? 'As the author chose' : 'That of the character'}
        sample="The door opens. It is quiet in the room."
      />
      <div>
        <label htmlFor={rateId} className="mb-1.5 flex justify-between text-sm">
          Pace
          <span className="text-ink-soft tabular-nums">{rate.toFixed(1)}×</span>
        </label>
        <input
          id={rateId}
          type="range"
          {...rates}
          value={rate}
          onChange={(event) => changeReadingSettings({ rate: Number(event.target.value) })}
          className="h-8 w-full rounded-md accent-curtain"
        />
      </div>
    </>
  )
}

interface VoiceFieldProps {
  characterId: string
  /** What the voice is for. That of the narration is the same for all characters. */
  kind: SpokenRole
  /** The character's name, or what else is spoken. */
  whose: string
  /** What is spoken without a choice. */
  standard: string
  /** What the browser's voice says to be heard. */
  sample: string
}

function VoiceField({ characterId, kind, whose, standard, sample }: VoiceFieldProps) {
  const connected = useConnectedVoices()
  const browserVoices = useBrowserVoices()
  const chosen = useReadingSettings((settings) => settings.voices)
  const id = useId()
  const choiceKey = kind === 'narration' ? narratorKey : characterId
  const value = chosen[choiceKey] ?? ''
  const choose = (voice: string) => {
    const { [choiceKey]: _, ...others } = chosen
    changeReadingSettings({ voices: voice === '' ? others : { ...others, [choiceKey]: voice } })
  }
  const listen = async () => {
    const { findVoices, readSample } = await loadSpeaker()
    const voice = (await findVoices(characterId))[kind]
    if (voice) readSample(sample, voice)
  }
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm">
        Voice of {whose}
      </label>
      <div className="flex gap-2">
        <Select id={id} value={value} onChange={(event) => choose(event.target.value)} className="min-w-0 flex-1">
          <option value="">{standard}</option>
          <option value={silentVoice}>Not read aloud</option>
          {connected.length > 0 && (
            <optgroup label="Voices of this site">
              {connected.map((voice) => (
                <option key={voice.id} value={voice.id}>
                  {voice.label}
                </option>
              ))}
            </optgroup>
          )}
          {browserVoices.length > 0 && (
            <optgroup label="Voices of this browser">
              {connected.length > 0 && <option value={browserDefault}>The browser’s own</option>}
              {sortVoices(browserVoices, navigator.language).map(({ voiceURI, name, lang }) => (
                <option key={voiceURI} value={voiceURI}>
                  {name} ({lang})
                </option>
              ))}
            </optgroup>
          )}
        </Select>
        <IconButton
          variant="outline"
          label={`Try the voice of ${whose}`}
          disabled={value === silentVoice}
          icon={Volume2}
          onClick={() => void listen()}
        />
      </div>
    </div>
  )
}

/** Voices of the user's language first. */
function sortVoices(voices: readonly SpeechSynthesisVoice[], language: string): SpeechSynthesisVoice[] {
  const isOwn = ({ lang }: SpeechSynthesisVoice) => lang.slice(0, 2) === language.slice(0, 2)
  return voices.toSorted(
    (one, other) => Number(isOwn(other)) - Number(isOwn(one)) || one.lang.localeCompare(other.lang),
  )
}
