import type { ComponentProps } from 'react'
import type { VoiceTestResult } from '#shared/voices.ts'
import { TestNotice } from '../test-notice.tsx'

interface VoiceTestNoticeProps extends ComponentProps<typeof TestNotice> {
  test: ComponentProps<typeof TestNotice>['test'] & { data: VoiceTestResult | undefined }
}

/** The result of a test, with what was spoken. */
export function VoiceTestNotice({ test, className }: VoiceTestNoticeProps) {
  const { data, isPending } = test
  return (
    <>
      <TestNotice test={test} className={className} />
      {!isPending && data?.sound && (
        // biome-ignore lint/a11y/useMediaCaption: the sentence is always the same, and of no meaning
        <audio
          controls
          autoPlay
          src={data.sound}
          aria-label="What was spoken"
          className={`w-full ${className ?? ''}`}
        />
      )}
    </>
  )
}
