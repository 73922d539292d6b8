import { Volume2 } from 'lucide-react'
import { useId } from 'react'
import { Button } from '#client/ui/button.tsx'
import { Select } from '#client/ui/select.tsx'
import { changeReadingSettings, rates, useReadingSettings } from '../reading/reading-settings.ts'
import { speaker, useVoices, voiceOf } from '../speech/browser-speaker.ts'
import { SwitchRow } from './switch-row.tsx'

interface Character {
  id: string
  name: string
}

/** The voices of the characters of the conversation, their pace, and whether new replies are read aloud. */
export function VoiceSettings({ characters }: { characters: readonly Character[] }) {
  const { rate, narrate } = useReadingSettings((settings) => settings)
  const rateId = useId()
  return (
    <>
      <SwitchRow
        label="Read new replies aloud"
        checked={narrate}
        onChange={(isWanted) => changeReadingSettings({ narrate: isWanted })}
      />
      {characters.map((character) => (
        <VoiceField key={character.id} character={character} />
      ))}
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

function VoiceField({ character }: { character: Character }) {
  const voices = useVoices()
  const chosen = useReadingSettings((settings) => settings.voices)
  const id = useId()
  const choose = (voiceUri: string) => {
    const { [character.id]: _, ...others } = chosen
    changeReadingSettings({ voices: voiceUri === '' ? others : { ...others, [character.id]: voiceUri } })
  }
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm">
        Voice of {character.name}
      </label>
      <div className="flex gap-2">
        <Select
          id={id}
          value={chosen[character.id] ?? ''}
          onChange={(event) => choose(event.target.value)}
          className="min-w-0 flex-1"
          options={sortVoices(voices, navigator.language).map(({ voiceURI, name, lang }) => [
            voiceURI,
            `${name} (${lang})`,
          ])}
        >
          <option value="">The browser’s own</option>
        </Select>
        <Button
          variant="outline"
          size="icon"
          aria-label={`Try the voice of ${character.name}`}
          onClick={() => speaker.read('sample', `I am ${character.name}. This is how I sound.`, voiceOf(character.id))}
        >
          <Volume2 aria-hidden size={18} />
        </Button>
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
