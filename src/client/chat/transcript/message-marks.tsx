import { EyeOff } from 'lucide-react'

/** Shown for a message of invisible characters: old messages and imported files can have no visible text. */
export function NoText() {
  return <p className="text-ink-soft text-sm italic">This message has no visible text.</p>
}

export function HiddenMark() {
  return (
    <p className="mt-1.5 flex items-center gap-1.5 text-ink-soft text-xs">
      <EyeOff aria-hidden size={14} />
      Hidden from characters
    </p>
  )
}
