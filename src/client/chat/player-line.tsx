import { CircleAlert } from 'lucide-react'
import { memo } from 'react'
import { cx } from '#client/lib/cx.ts'
import type { Line } from './lines.ts'
import { Prose } from './prose.tsx'

/** What the player said: a soft wash on the right. */
export const PlayerLine = memo(function PlayerLine({ line }: { line: Line }) {
  return (
    <article className="flex flex-col items-end">
      <h2 className="sr-only">You</h2>
      <div
        className={cx(
          'prose-player max-w-[min(560px,92%)] rounded-[18px_18px_5px_18px] bg-curtain-wash px-[18px] py-[13px]',
          line.status === 'unsent' && 'opacity-70',
        )}
      >
        <Prose text={line.content} />
      </div>
      {line.status === 'unsent' && (
        <p className="mt-1.5 flex items-center gap-1.5 text-ink-soft text-xs">
          <CircleAlert aria-hidden size={14} />
          Not sent
        </p>
      )}
    </article>
  )
})
