import { useEffect, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { aiReminderInterval } from '#shared/safety-terms.ts'

/** Reminds a user who has been in the chat for three hours, and every three hours after, that the character is an AI. */
export function AiReminder({ name }: { name: string }) {
  const [hours, setHours] = useState(0)
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    const timer = setInterval(() => {
      setHours((before) => before + aiReminderInterval / 3_600_000)
      setShown(true)
    }, aiReminderInterval)
    return () => clearInterval(timer)
  }, [])
  if (!isShown) return null
  return (
    <p
      role="status"
      className="mx-auto flex max-w-[46rem] flex-wrap items-center gap-3 px-6 py-2 text-ink-soft text-sm"
    >
      <span className="min-w-0 flex-1 basis-60">
        You have been here for {hours} hours. {name} is an AI character, not a person. A break may do you good.
      </span>
      <Button variant="outline" onClick={() => setShown(false)}>
        OK
      </Button>
    </p>
  )
}
