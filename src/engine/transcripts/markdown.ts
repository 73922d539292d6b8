import { activePath, speakerName, type Transcript } from './transcript.ts'

/**
 * The active path as Markdown, each message under the name of its speaker.
 *
 * @example
 * const messages = [{ parent: null, role: 'user', content: 'Hi.' }]
 * writeMarkdown({ title: 'Tea', player: 'Sam', messages, leaf: 0 }) // '# Tea\n\n**Sam**\n\nHi.\n'
 */
export function writeMarkdown(transcript: Transcript): string {
  const { title, messages } = transcript
  const spoken = activePath(transcript).flatMap((index) => {
    const message = messages[index]
    if (!message || message.content === '') return []
    return [`**${escapeMarkdown(speakerName(transcript, message))}**`, toCommonMark(message.content)]
  })
  return `${[`# ${escapeMarkdown(title)}`, ...spoken].join('\n\n')}\n`
}

const escapeMarkdown = (text: string): string => text.replaceAll(/[\\`*_[\]<>#&]/g, '\\$&')

/**
 * A message as Markdown that other programs show as the page does: HTML and character references as text, images as links,
 * and links to web addresses only. Nothing of it is loaded or run.
 *
 * @example
 * toCommonMark('![map](https://a.b/c.png) <b>') // '[map](https://a.b/c.png) \\<b>'
 */
export function toCommonMark(content: string): string {
  const hasList = /^[ \t]*(?:[-*+]|\d+[.)])\s/m.test(content)
  const lines: string[] = []
  let fence = ''
  for (const line of content.split('\n')) {
    const isAfterText = (lines.at(-1)?.trim() ?? '') !== ''
    // An indented fence may end with the list or quotation it is in.
    const [mark = ''] = /^(?:`{3,}(?=[^`]*$)|~{3,})/.exec(line) ?? []
    if (fence !== '') {
      const isEnd = line.trim().startsWith(fence) && /^ {0,3}(`+|~+)\s*$/.test(line)
      lines.push(line)
      if (isEnd) fence = ''
    } else if (mark !== '') {
      fence = mark
      lines.push(line)
    } else if (isAfterText && /^ {0,3}(?:=+|--?)\s*$/.test(line)) {
      lines.push(`\\${line.trim()}`)
    } else {
      // Directly below a text, the line would make a heading of it.
      if (isAfterText && /^ {0,3}-{3,}\s*$/.test(line)) lines.push('')
      lines.push(escapeOutsideCode(isAfterText || hasList ? line : line.trimStart()))
    }
  }
  if (fence !== '') lines.push(fence)
  return lines.join('\n')
}

/** Code spans of more than one line are escaped too: what follows in them may be no code. */
function escapeOutsideCode(line: string): string {
  const marks = [...line.matchAll(/`+/g)]
  let written = ''
  let end = 0
  for (const [index, open] of marks.entries()) {
    if (open.index < end) continue
    const close = marks.slice(index + 1).find(([mark]) => mark.length === open[0].length)
    if (!close) continue
    const after = close.index + close[0].length
    written += escapeInline(line.slice(end, open.index)) + line.slice(open.index, after)
    end = after
  }
  return written + escapeInline(line.slice(end))
}

function escapeInline(text: string): string {
  return (
    text
      // A mark without its pair would begin code with one of a later line. Three at the beginning of a line are a block.
      .replaceAll(/^(\s*`{3,})|[\\`]/g, (mark, fence) => fence ?? `\\${mark}`)
      .replaceAll(/&(?=#?\w+;)/g, '\\&')
      .replaceAll(/<(?!https?:\/\/[^\s<>]*>)/gi, '\\<')
      .replace(/^([>\s]*)\[(?=[^\]]*\]:)/, '$1\\[')
      .replaceAll(/!\[\]\((https?:\/\/[^()\s]*)/gi, '[$1]($1')
      .replaceAll(/!(?=\[[^[\]]{0,500}\]\()/g, '')
      .replaceAll('![', '\\![')
      .replaceAll(/\[([^[\]]{0,500})\]\((?!https?:\/\/)(?:[^()\s]|\([^()\s]*\))*\)/gi, '$1')
      .replaceAll(/\]\((?!https?:\/\/)/gi, ']\\(')
  )
}
