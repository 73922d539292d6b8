import { useEffect, useRef } from 'react'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { CopyButton } from '#client/ui/copy-button.tsx'

interface NewSecretProps {
  title: string
  value: string
  /** Of the button that copies it. */
  label: string
  onDone: () => void
}

/** Shows a new key or secret once. */
export function NewSecret({ title, value, label, onDone }: NewSecretProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <Card className="w-full p-4 sm:p-6">
      <h3 ref={heading} tabIndex={-1} className="text-lg outline-none">
        {title}
      </h3>
      <div className="mt-3 flex items-center gap-2 rounded-md bg-sunken py-2 pr-2 pl-4">
        <code className="min-w-0 flex-1 select-all break-all text-sm">{value}</code>
        <CopyButton text={value} label={label} />
      </div>
      <p className="mt-3 text-ink-soft text-sm">We show it only this once. Copy it to your program now.</p>
      <Button className="mt-4" onClick={onDone}>
        I have copied it
      </Button>
    </Card>
  )
}
