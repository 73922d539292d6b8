import { CornerDownRight } from 'lucide-react'
import { cx } from '#client/lib/cx.ts'
import { Button } from '#client/ui/button.tsx'
import { plainText } from '#engine/prose/plain-text.ts'
import type { MemorySource } from '#shared/memory.ts'
import { useMemoryPanel } from './memory-api.ts'

/** Leads to a message that something is remembered from, on any branch. */
export function SourceLink({ source }: { source: MemorySource }) {
  const { speakers, jump } = useMemoryPanel()
  const { excerpt, onPath, role, speaker = speakers[role] } = source
  const text = `${speaker}: ${plainText(excerpt) || 'a message without text'}`
  return (
    <Button
      variant="link"
      className={cx(
        '!min-h-8 !py-1 !justify-start !px-0 !font-normal !text-xs pointer-coarse:!min-h-11 w-full hover:!text-curtain',
        onPath ? '!text-ink' : '!text-ink-soft',
      )}
      onClick={() => jump(source)}
      aria-label={`Go to the message${onPath ? '' : ' on another branch'}: ${text}`}
    >
      <CornerDownRight aria-hidden size={14} className="text-curtain" />
      <span className="truncate leading-normal">{text}</span>
    </Button>
  )
}
