/** Text, a macro in braces with its content, or a macro in angle brackets. */
export type MacroNode = string | { children: MacroNode[] } | { tag: string; source: string }

const maxDepth = 8
/** More than the length of any tag. Bounds the search for `>`. */
const maxTagLength = 16

/**
 * Parses a text with macros in one pass and linear time.
 *
 * `{{` opens a macro and `}}` closes it; macros can be nested. A macro that is not closed is text. An extra brace on
 * the left is text, so `{{{char}}}` is a macro in single braces. Nesting deeper than `maxDepth` makes the outermost
 * braces text, which bounds the work for any input.
 *
 * @param tags names of macros in angle brackets, in lower case
 * @example
 * parseMacros('Hi {{user}}', new Set()) // ['Hi ', { children: ['user'] }]
 */
export function parseMacros(text: string, tags: ReadonlySet<string>): MacroNode[] {
  const root: MacroNode[] = []
  const open: MacroNode[][] = []
  let level = root
  let from = 0
  const flush = (to: number) => {
    if (to > from) level.push(text.slice(from, to))
  }
  for (let at = nextMark(text, 0); at < text.length; at = nextMark(text, at)) {
    const mark = text[at]
    if (mark === '<') {
      const tag = tagAt(text, at, tags)
      if (tag === null) at += 1
      else {
        flush(at)
        level.push({ tag, source: text.slice(at, at + tag.length + 2) })
        at += tag.length + 2
        from = at
      }
    } else if (text[at + 1] !== mark || (mark === '{' && text[at + 2] === '{') || (mark === '}' && open.length === 0)) {
      at += 1
    } else {
      flush(at)
      at += 2
      from = at
      if (mark === '{') {
        if (open.length === maxDepth) addUnclosed(root, open.shift())
        level = []
        open.push(level)
      } else {
        const children = open.pop() ?? []
        level = open.at(-1) ?? root
        level.push({ children })
      }
    }
  }
  flush(text.length)
  for (const unclosed of open) addUnclosed(root, unclosed)
  return root
}

/** One by one: the arguments of a call have a maximum number, and a text of 1 MB has more nodes. */
function addUnclosed(root: MacroNode[], children: readonly MacroNode[] = []): void {
  root.push('{{')
  for (const child of children) root.push(child)
}

/** The index of the next character that can begin or end a macro. */
function nextMark(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x7b || code === 0x7d || code === 0x3c) return at
  }
  return text.length
}

function tagAt(text: string, at: number, tags: ReadonlySet<string>): string | null {
  const end = text.slice(at, at + maxTagLength).indexOf('>')
  if (end === -1) return null
  const name = text.slice(at + 1, at + end).toLowerCase()
  return tags.has(name) ? name : null
}
