import { useEffect } from 'react'
import type { CommandOption } from './use-command-input.ts'

interface CommandListProps {
  id: string
  options: readonly CommandOption[]
  active: CommandOption | undefined
  onChoose: (option: CommandOption) => void
}

/** The list over the composer: commands that begin with what is typed, or values of an argument. The composer handles the keys. */
export function CommandList({ id, options, active, onChoose }: CommandListProps) {
  useEffect(() => {
    if (active) document.getElementById(`${id}-${active.id}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, active])
  return (
    <>
      <p role="status" className="sr-only">
        {options.length > 0 && `${options.length} ${nounOf(options)}`}
      </p>
      {options.length > 0 && (
        <div
          id={id}
          role="listbox"
          aria-label="Commands"
          className="absolute inset-x-3 bottom-full z-20 mb-2 max-h-[min(26rem,45dvh)] animate-fade-in overflow-y-auto overscroll-contain rounded-lg border border-line bg-card p-1.5 shadow-raised sm:inset-x-[26px]"
        >
          {options.map((option) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the composer keeps the focus and handles keys
            // biome-ignore lint/a11y/useFocusableInteractive: the composer refers to it with aria-activedescendant
            <div
              key={option.id}
              id={`${id}-${option.id}`}
              role="option"
              aria-selected={option.id === active?.id}
              // The composer keeps the focus, and a phone its keyboard.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => onChoose(option)}
              className="min-h-11 cursor-pointer content-center rounded-md px-3 py-1.5 text-sm hover:bg-curtain-wash/60 aria-selected:bg-curtain-wash"
            >
              <OptionText option={option} />
            </div>
          ))}
        </div>
      )}
    </>
  )
}

const nounOf = ([first, ...others]: readonly CommandOption[]) => {
  const noun = first?.value === undefined ? 'command' : 'choice'
  return others.length === 0 ? noun : `${noun}s`
}

function OptionText({ option: { command, value } }: { option: CommandOption }) {
  if (value !== undefined) {
    return (
      <span dir="auto" className="block truncate">
        {value}
      </span>
    )
  }
  return (
    <span className="block lg:grid lg:grid-cols-[14.5rem_minmax(0,1fr)] lg:items-baseline lg:gap-x-3">
      <span className="flex gap-x-2">
        <span className="font-[550]">/{command.name}</span>
        {command.args && <span className="truncate text-ink-soft">{command.args}</span>}
      </span>
      <span className="block text-ink-soft text-xs">{command.description}</span>
    </span>
  )
}
