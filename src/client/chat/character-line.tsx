import { memo, type ReactNode } from 'react'
import { ReportLineButton } from '#client/moderation/report-line.tsx'
import { Avatar } from '#client/ui/avatar.tsx'
import type { ConversationStore } from './conversation-store.ts'
import { CopyButton, lineToolLooks } from './copy-button.tsx'
import { LineNotice } from './line-notice.tsx'
import type { Line } from './lines.ts'
import { Prose } from './prose.tsx'
import { TypingDots } from './typing-dots.tsx'
import type { Cast } from './use-cast.ts'
import { useSlice } from './use-conversation.ts'
import { useTypewriter } from './use-typewriter.ts'

interface CharacterLineProps {
  store: ConversationStore
  cast: Cast
  line: Line
}

/** What the character says: prose beside their portrait, not a bubble. */
export const CharacterLine = memo(function CharacterLine({ store, cast, line }: CharacterLineProps) {
  if (line.status === 'failed' && !line.content) {
    return (
      <Beside cast={cast}>
        <LineNotice store={store} name={cast.name} line={line} />
      </Beside>
    )
  }
  return (
    <Beside
      cast={cast}
      named
      aside={line.content && line.status !== 'streaming' && <LineTools cast={cast} line={line} />}
    >
      {line.status === 'streaming' ? (
        <ArrivingText store={store} cast={cast} line={line} />
      ) : (
        line.content && <WrittenText store={store} line={line} />
      )}
      <LineNotice store={store} name={cast.name} line={line} />
    </Beside>
  )
})

function LineTools({ cast, line }: { cast: Cast; line: Line }) {
  return (
    <span className="flex shrink-0">
      <CopyButton text={line.content} />
      {line.id && <ReportLineButton messageId={line.id} name={cast.name} className={lineToolLooks} />}
    </span>
  )
}

/** The line before anything of it is there. */
export function WaitingLine({ cast }: { cast: Cast }) {
  return (
    <Beside cast={cast} named>
      <TypingDots name={cast.name} />
    </Beside>
  )
}

const besideLooks =
  'group grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-2 sm:grid-cols-[52px_minmax(0,1fr)] sm:items-start sm:gap-x-[18px] sm:gap-y-0'

function portrait({ name, avatar, hue }: Cast) {
  const looks = 'size-9 rounded-[10px] sm:size-13 sm:rounded-lg sm:text-xl'
  return <Avatar name={name} src={avatar} hue={hue} className={looks} />
}

/** Beside the portrait; on a phone the portrait stands with the name, and the words have the whole width. */
function Beside({
  cast,
  named,
  aside,
  children,
}: {
  cast: Cast
  named?: boolean
  aside?: ReactNode
  children: ReactNode
}) {
  if (!named) {
    return (
      <article className={besideLooks}>
        <span className="self-start">{portrait(cast)}</span>
        <div className="min-w-0">{children}</div>
      </article>
    )
  }
  return (
    <article className={besideLooks}>
      <span className="sm:row-span-2">{portrait(cast)}</span>
      <div className="flex min-h-5 min-w-0 max-w-[66ch] items-center gap-2 sm:mb-1.5">
        <h2 dir="auto" className="line-clamp-2 min-w-0 flex-1 py-px text-[0.96875rem] tracking-normal">
          {cast.name}
        </h2>
        {aside}
      </div>
      <div className="col-span-2 min-w-0 sm:col-span-1 sm:col-start-2">{children}</div>
    </article>
  )
}

function ArrivingText({ store, cast, line }: CharacterLineProps) {
  const text = useSlice(store, (state) => (state.live?.key === line.key ? state.live.text : line.content))
  return text ? <Prose text={text} arriving /> : <TypingDots name={cast.name} />
}

function WrittenText({ store, line }: { store: ConversationStore; line: Line }) {
  const typing = useSlice(store, (state) => state.typing === line.key)
  const text = useTypewriter(line.content, typing, store.finishTyping)
  return <Prose text={text || '\u200b'} arriving={typing} />
}
