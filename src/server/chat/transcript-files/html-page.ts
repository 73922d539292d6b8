import { activePath, speakerName, type Transcript } from '#engine/transcripts/transcript.ts'
import { escapeHtml } from '#shared/escape-html.ts'

const style = `
  :root { color-scheme: light dark; --ink: #221d1a; --soft: #6d625b; --page: #fbf8f4; --line: #e4dbd1 }
  @media (prefers-color-scheme: dark) { :root { --ink: #efe8e1; --soft: #a99d93; --page: #1a1614; --line: #38302b } }
  body { margin: 0 auto; max-width: 42rem; padding: 3rem 1.25rem 5rem; color: var(--ink); background: var(--page);
    font: 1.0625rem/1.65 Georgia, 'Times New Roman', serif; overflow-wrap: anywhere }
  h1 { margin: 0; font-size: 1.75rem; line-height: 1.25 }
  header p, h2, time { font: 0.8125rem/1.5 system-ui, sans-serif; color: var(--soft) }
  article { margin-top: 1.75rem; padding-top: 1.25rem; border-top: 1px solid var(--line) }
  h2 { margin: 0 0 0.5rem; font-weight: 600; color: var(--ink) }
  time { margin-left: 0.5rem; font-weight: 400 }
  article > div { white-space: pre-wrap }`

/** The active path as a page of its own: no scripts, nothing loaded from elsewhere. */
export function writeHtmlPage(transcript: Transcript): string {
  const { title, character, player, messages } = transcript
  const articles = activePath(transcript).flatMap((index) => {
    const message = messages[index]
    if (!message || message.content === '') return []
    const at = new Date(message.createdAt).toISOString()
    const name = escapeHtml(speakerName(transcript, message))
    const time = `<time datetime="${at}">${at.slice(0, 16).replace('T', ' ')} UTC</time>`
    return `<article><h2 dir="auto">${name} ${time}</h2><div dir="auto">${formatText(message.content)}</div></article>`
  })
  const names = transcript.participants?.map(({ name }) => name) ?? [character]
  const heading = escapeHtml(title || character)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${heading}</title>
<style>${style}
</style>
</head>
<body>
<header><h1 dir="auto">${heading}</h1><p dir="auto">${escapeHtml(names.join(', '))} and ${escapeHtml(player)}</p></header>
${articles.join('\n')}
</body>
</html>
`
}

/** Actions in asterisks are italic, as on screen; everything else stays as it was written. */
function formatText(text: string): string {
  return escapeHtml(text)
    .replaceAll(/\*\*([^*\n]+)\*\*/g, '<strong>$1</strong>')
    .replaceAll(/\*([^*\n]+)\*/g, '<em>$1</em>')
}
