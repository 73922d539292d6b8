import { EyeOff } from 'lucide-react'
import { useReadingSettings } from '#client/chat/reading/reading-settings.ts'

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

/** When a message was sent, if the user wants to see it. */
export function MessageTime({ createdAt, className }: { createdAt: number; className: string }) {
  const isShown = useReadingSettings((settings) => settings.showTimes)
  if (!isShown) return null
  return (
    <time dateTime={new Date(createdAt).toISOString()} className={className}>
      {messageTime(createdAt)}
    </time>
  )
}

export function messageTime(createdAt: number): string {
  return new Date(createdAt).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })
}

export const messageToolClass =
  '-my-3 size-8 rounded-sm opacity-0 transition-opacity duration-150 focus-visible:opacity-100 group-hover:opacity-100 pointer-coarse:size-11 pointer-coarse:opacity-70'
