import { CopyButton } from '#client/ui/copy-button.tsx'
import { Disclosure } from '#client/ui/disclosure.tsx'
import type { ReplyReceipt } from '#shared/chat.ts'
import { type PromptPart, readPrompt } from './read-prompt.ts'

/** The whole request that the model was sent, or why it cannot be shown. */
export function SentRequest({ request, settings, isRequestHidden }: ReplyReceipt) {
  if (request === null) return <p className="text-ink-soft text-sm">{whyMissing(isRequestHidden, settings !== null)}</p>
  const { parts, settings: rest } = readPrompt(request)
  return (
    <Disclosure title="Show it word for word">
      <div className="flex flex-col gap-4">
        <div className="flex items-center justify-between gap-2 text-ink-soft text-sm">
          Exactly what the model’s service was sent. <CopyButton text={request} label="Copy as JSON" />
        </div>
        {parts.map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a request do not change
          <RequestPart key={index} {...part} />
        ))}
        <RequestPart title="Settings" text={rest} />
      </div>
    </Disclosure>
  )
}

function whyMissing(isHidden: boolean, hasSettings: boolean): string {
  if (isHidden) return 'The author of this character keeps its definition hidden, so its texts are not shown.'
  if (hasSettings) return 'It cannot be shown any more: something in this conversation was removed.'
  return 'It is not stored: the reply is older than this record, or the built-in demo model wrote it, which is sent none.'
}

function RequestPart({ title, text }: PromptPart) {
  return (
    <section>
      <h4 className="mb-1 font-[550] font-sans text-ink-soft text-sm capitalize tracking-normal">{title}</h4>
      <pre
        dir="auto"
        className="whitespace-pre-wrap rounded-md bg-sunken px-3.5 py-3 font-sans text-sm leading-relaxed [overflow-wrap:anywhere]"
      >
        {text}
      </pre>
    </section>
  )
}
