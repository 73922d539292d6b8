import { CircleAlert, CircleCheck } from 'lucide-react'
import { cx } from '#client/lib/cx.ts'
import { errorText } from '#client/lib/http.ts'
import type { TestResult } from '#shared/models.ts'

/** `sound`: what was spoken, as a data URL. */
export type TestedConnection = Omit<TestResult, 'detail'> & { detail?: string | null; sound?: string | null }

interface TestNoticeProps {
  test: { data: TestedConnection | undefined; error: Error | null; isPending: boolean }
  /** While it is tested. */
  pending?: string
  className?: string
}

const sendingText = 'Sending one short request. A server of your own may have to load its model first.'

export function TestNotice({ test, pending = sendingText, className }: TestNoticeProps) {
  const { data, error, isPending } = test
  const result = error
    ? { ok: false, message: errorText(error, 'The test could not be made. Please try again.'), detail: null }
    : data
  return (
    <div role="status">
      {isPending && pending && <p className={cx('text-ink-soft text-sm', className)}>{pending}</p>}
      {!isPending && result && (
        <div className={cx('flex gap-2.5 rounded-md bg-sunken px-3.5 py-3 text-sm', className)}>
          {result.ok ? (
            <CircleCheck aria-hidden size={17} className="mt-0.5 shrink-0 text-ink" />
          ) : (
            <CircleAlert aria-hidden size={17} className="mt-0.5 shrink-0 text-danger" />
          )}
          <div className="min-w-0 [overflow-wrap:anywhere]">
            <p className="font-[550]">{result.message}</p>
            {result.detail && (
              <p className="mt-1 text-ink-soft">
                {result.ok ? 'The model said' : 'The service says'}: “{result.detail}”
              </p>
            )}
          </div>
        </div>
      )}
      {!isPending && data?.sound && (
        // biome-ignore lint/a11y/useMediaCaption: the sentence is always the same, and of no meaning
        <audio controls autoPlay src={data.sound} aria-label="What was spoken" className={cx('w-full', className)} />
      )}
    </div>
  )
}
