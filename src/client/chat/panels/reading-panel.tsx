import { useState } from 'react'
import { isMotionReducedHere, setReducedMotion } from '#client/lib/reduced-motion.ts'
import { CloseButton, Overlay, OverlayTitle } from '#client/ui/overlay.tsx'
import { SwitchRow } from '#client/ui/switch-row.tsx'
import type { ConversationCharacter } from '../api/use-conversation-character.ts'
import { changeReadingSettings, faces, type ReadingSettings, useReadingSettings } from '../reading/reading-settings.ts'
import { useOtherCharacters } from '../scenes/use-scene-characters.ts'
import { useCanDictate, useCanTranscribe, useDictationWanted } from '../speech/dictation.ts'
import { useCanSpeak } from '../speech/voices.ts'
import { VoiceSettings } from './voice-settings.tsx'

const sizeLabels: Record<ReadingSettings['size'], string> = {
  small: 'Small',
  medium: 'Medium',
  large: 'Large',
  larger: 'Larger',
}
const measureLabels: Record<ReadingSettings['measure'], string> = { narrow: 'Short', medium: 'Medium', wide: 'Long' }

/** How messages look and are read aloud. The conversation beside it shows every change at once. */
export function ReadingPanel({ character }: { character: ConversationCharacter }) {
  const others = useOtherCharacters()
  const [isMotionReduced, setMotionReduced] = useState(isMotionReducedHere)
  const canSpeak = useCanSpeak()
  const canDictate = useCanDictate()
  const canTranscribe = useCanTranscribe()
  const isDictationWanted = useDictationWanted()
  return (
    <Overlay
      isModal={false}
      // The user scrolls the conversation to look at a change.
      onInteractOutside={(event) => event.preventDefault()}
      className="fixed inset-x-0 bottom-0 z-40 max-h-[62dvh] animate-rise-in overflow-y-auto overscroll-contain rounded-t-xl border border-line bg-card px-5 pt-4 pb-[max(1.25rem,env(safe-area-inset-bottom))] text-ink shadow-raised outline-none sm:inset-x-auto sm:top-[84px] sm:right-6 sm:bottom-auto sm:max-h-[calc(100dvh-200px)] sm:w-[22rem] sm:rounded-xl"
    >
      <OverlayTitle className="font-display font-semibold text-xl tracking-[-0.02em]">Reading</OverlayTitle>
      <CloseButton className="absolute top-2 right-2" />
      <div className="mt-3 flex flex-col gap-4">
        <Choice legend="Text size" name="size" labels={sizeLabels} />
        <Choice legend="Length of lines" name="measure" labels={measureLabels} />
        <Choice legend="Expressions of characters" name="faces" labels={faces} />
        <SettingSwitch label="Curly quotation marks" name="typesetQuotes" />
        <SettingSwitch label="Times of messages" name="showTimes" />
        <SwitchRow
          label="Less motion"
          checked={isMotionReduced}
          onChange={(isReduced) => {
            setReducedMotion(isReduced)
            setMotionReduced(isReduced)
          }}
        />
        {canSpeak && <VoiceSettings characters={[character, ...others]} />}
        {canDictate && (
          <SwitchRow
            label="Dictation"
            hint={
              canTranscribe
                ? 'A service that this site has connected turns speech into text.'
                : 'Your browser turns speech into text. Its maker may receive what you say.'
            }
            checked={isDictationWanted}
            onChange={(dictation) => changeReadingSettings({ dictation })}
          />
        )}
        <p className="text-ink-soft text-xs">These settings are kept on this device.</p>
      </div>
    </Overlay>
  )
}

function SettingSwitch({ label, name }: { label: string; name: 'typesetQuotes' | 'showTimes' }) {
  const checked = useReadingSettings((settings) => settings[name])
  return <SwitchRow label={label} checked={checked} onChange={(next) => changeReadingSettings({ [name]: next })} />
}

interface ChoiceProps<Name extends 'size' | 'measure' | 'faces'> {
  legend: string
  name: Name
  labels: Record<ReadingSettings[Name], string>
}

function Choice<Name extends 'size' | 'measure' | 'faces'>({ legend, name, labels }: ChoiceProps<Name>) {
  const value = useReadingSettings((settings) => settings[name])
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm">{legend}</legend>
      <div className="flex flex-wrap rounded-md border border-line bg-sunken p-1">
        {Object.entries<string>(labels).map(([option, label]) => (
          <label key={option} className="relative flex-auto cursor-pointer">
            <input
              type="radio"
              name={`reading-${name}`}
              value={option}
              checked={option === value}
              onChange={() => changeReadingSettings({ [name]: option })}
              className="peer absolute inset-0 size-full cursor-pointer opacity-0"
            />
            <span className="flex min-h-9 items-center justify-center rounded-sm px-1 text-ink-soft text-sm peer-checked:bg-chosen peer-checked:font-[550] peer-checked:text-ink peer-checked:shadow-card peer-focus-visible:outline-2 peer-focus-visible:outline-focus pointer-coarse:min-h-11">
              {label}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
