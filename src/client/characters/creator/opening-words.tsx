import { type ProseRun, readProse } from '#engine/prose/typography.ts'

const looks: Record<ProseRun['kind'], string> = {
  speech: 'text-speech',
  action: 'text-ink-soft italic',
  plain: '',
}

/** A greeting in the chat's typography: speech and actions told apart, without the chat's Markdown. */
export function OpeningWords({ text }: { text: string }) {
  const runs = readProse(text).filter(({ mark }) => !mark)
  return (
    <p dir="auto" className="whitespace-pre-line font-prose text-lg leading-[1.68]">
      {runs.map(({ kind, text: words }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: runs have no identity but their place
        <span key={index} className={looks[kind]}>
          {words}
        </span>
      ))}
    </p>
  )
}
