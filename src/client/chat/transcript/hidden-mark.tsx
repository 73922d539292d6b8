import { EyeOff } from 'lucide-react'

/** Says that a message is left out of the prompts. */
export function HiddenMark() {
  return (
    <p className="mt-1.5 flex items-center gap-1.5 text-ink-soft text-xs">
      <EyeOff aria-hidden size={14} />
      Hidden from characters
    </p>
  )
}
