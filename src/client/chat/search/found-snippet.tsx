import type { FoundMessage } from '#shared/message-search.ts'

export function FoundSnippet({ snippet }: Pick<FoundMessage, 'snippet'>) {
  let at = 0
  return snippet.map(({ text, isMatch }) => {
    const key = at
    at += text.length
    return isMatch ? (
      <mark key={key} className="rounded-[3px] bg-curtain-wash px-0.5 font-medium text-inherit">
        {text}
      </mark>
    ) : (
      text
    )
  })
}
