import { useReadingSettings } from '../reading/reading-settings.ts'

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
