import { type ProseRun, readProse } from '#engine/prose/typography.ts'

const runClasses: Record<ProseRun['kind'], string> = {
  speech: 'text-speech',
  action: 'text-ink-soft italic',
  plain: '',
}

/** What a character says, with the chat's styles for speech and actions, but without Markdown. */
export function StoryText({ text }: { text: string }) {
  const runs = readProse(text).filter(({ mark }) => !mark)
  return (
    <p dir="auto" className="whitespace-pre-line font-prose text-lg leading-[1.68] [overflow-wrap:anywhere]">
      {runs.map(({ kind, text: words }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: runs have no identity but their position
        <span key={index} className={runClasses[kind]}>
          {words}
        </span>
      ))}
    </p>
  )
}
