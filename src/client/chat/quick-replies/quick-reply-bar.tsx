import { ChevronDown, ChevronUp, SquarePen } from 'lucide-react'
import { type RefObject, useEffect } from 'react'
import { tryOrNull } from '#client/lib/try-or-null.ts'
import { IconButton } from '#client/ui/icon-button.tsx'
import { isBlank } from '#engine/is-blank.ts'
import type { QuickReply } from '#shared/quick-replies.ts'
import { quickRepliesDialog } from '../dialogs.ts'
import { useConversationState, useConversationStore } from '../store/use-conversation.ts'
import { expandText, toggleReplyBar, useQuickReplies, useReplyBarOpen } from './quick-replies.ts'

/** Whether the account had none when they were last loaded. */
const emptyKey = 'no_quick_replies'

/** The user's quick replies over the composer, in a row that can be collapsed. Nothing without any. */
export function QuickReplyBar({ name, input }: { name: string; input: RefObject<HTMLTextAreaElement | null> }) {
  const store = useConversationStore()
  const { data } = useQuickReplies()
  const isIdle = useConversationState(({ turn, phase }) => turn === 'idle' && phase === 'open')
  const isOpen = useReplyBarOpen()
  const isEmpty = data?.replies.length === 0
  useEffect(() => {
    if (data) tryOrNull(() => localStorage.setItem(emptyKey, String(isEmpty)))
  }, [data, isEmpty])
  if (isEmpty) return null
  if (!data) {
    // Reserves the height of the row, which may load after the conversation, so that nothing moves.
    const isExpected = tryOrNull(() => localStorage.getItem(emptyKey)) === 'false'
    return isExpected && <div className={isOpen ? 'h-12.5 pointer-coarse:h-14.5' : 'h-12.5'} />
  }
  const choose = async (reply: QuickReply) => {
    const text = await expandText(store, reply.text, name)
    const { draft } = store.state.getState()
    // A draft is neither sent with it nor lost.
    if (reply.sendNow && isBlank(draft)) return store.send(text)
    store.setDraft(isBlank(draft) ? text : `${draft.trimEnd()} ${text}`)
    input.current?.focus({ preventScroll: true })
  }
  return (
    <div className="relative mx-auto flex w-full max-w-[820px] items-center gap-1 px-3 pb-1.5 sm:px-[26px]">
      <IconButton
        label={isOpen ? 'Hide quick replies' : 'Show quick replies'}
        aria-expanded={isOpen}
        icon={isOpen ? ChevronDown : ChevronUp}
        className="-ml-1 shrink-0"
        onClick={toggleReplyBar}
      />
      {isOpen ? (
        <>
          <ul
            aria-label="Quick replies"
            className="fade-ends flex min-w-0 flex-1 gap-2 overflow-x-auto py-1 [scrollbar-width:none]"
          >
            {data.replies.map((reply, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two quick replies may be the same, and only an edit moves them
              <li key={index} className="shrink-0">
                <button
                  type="button"
                  disabled={!isIdle}
                  title={reply.text}
                  onClick={() => void choose(reply)}
                  className="min-h-9 whitespace-nowrap rounded-full border border-line bg-card px-3.5 text-[0.84375rem] transition-colors duration-150 hover:border-line-strong disabled:opacity-55 pointer-coarse:min-h-11"
                >
                  {reply.label}
                </button>
              </li>
            ))}
          </ul>
          <IconButton
            label="Edit quick replies"
            icon={SquarePen}
            className="-mr-1 shrink-0"
            onClick={() => quickRepliesDialog.open({})}
          />
        </>
      ) : (
        <span className="text-ink-soft text-xs">Quick replies</span>
      )}
    </div>
  )
}
