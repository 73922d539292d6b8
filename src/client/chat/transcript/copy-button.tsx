import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { IconButton } from '#client/ui/icon-button.tsx'
import { toast } from '#client/ui/toast-store.ts'

export const messageToolClass =
  '-my-3 size-8 rounded-sm opacity-0 transition-opacity duration-150 focus-visible:opacity-100 group-hover:opacity-100 pointer-coarse:size-11 pointer-coarse:opacity-70'

/** Copies a message with its markup; shows when it was not possible. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    toast({ variant: 'destructive', title: 'Not copied', description: 'Your browser did not allow it.' })
    return false
  }
}

/** Copies a message with its markup. Visible while the message is hovered or the button has the focus. */
export function CopyButton({ text }: { text: string }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 1500)
    return () => clearTimeout(timer)
  }, [copied])

  const copy = async () => setCopied(await copyText(text))
  const Icon = copied ? Check : Copy
  return (
    <IconButton
      label={copied ? 'Copied' : 'Copy'}
      icon={<Icon aria-hidden size={15} />}
      onClick={() => void copy()}
      className={messageToolClass}
    />
  )
}
