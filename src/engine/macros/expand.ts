import { macros, trimMark } from './list.ts'
import { type Macro, MacroBudget, type MacroContext } from './macro.ts'
import { type MacroNode, parseMacros } from './parse.ts'

const byName = new Map(
  macros.flatMap((macro) => [macro.name.toLowerCase(), ...(macro.aliases ?? [])].map((name) => [name, macro] as const)),
)
const byTag = new Map(macros.flatMap((macro) => (macro.tags ?? []).map((tag) => [tag, macro] as const)))
const tags = new Set(byTag.keys())

/**
 * Replaces the macros in a text by their values. Never throws; unknown macros stay as written, and so do all that
 * exceed the budget. Values are not expanded again, so a user named `{{char}}` keeps that name.
 *
 * @example
 * expandMacros('{{char}} greets {{user}}.', { char: 'Ilse', user: 'Sam', random: () => 0, seed: '' })
 * // 'Ilse greets Sam.'
 */
export function expandMacros(text: string, context: MacroContext): string {
  if (!text.includes('{{') && !text.includes('<')) return text
  const expansion = { context, budget: context.budget ?? new MacroBudget(), calls: new Map<Macro, number>() }
  return trimAround(join(parseMacros(text, tags).map((node) => resolve(node, expansion))))
}

/** Removes each `trimMark`, with the line ends around it. */
function trimAround(text: string): string {
  const parts = text.split(trimMark)
  return parts
    .map((part, index) => {
      let [start, end] = [0, part.length]
      while (index > 0 && isLineEnd(part, start)) start += 1
      while (index < parts.length - 1 && end > start && isLineEnd(part, end - 1)) end -= 1
      return part.slice(start, end)
    })
    .join('')
}

const isLineEnd = (text: string, at: number) => text[at] === '\n' || text[at] === '\r'

interface Expansion {
  context: MacroContext
  budget: MacroBudget
  /** The calls of each macro in this text so far. */
  calls: Map<Macro, number>
}

interface Piece {
  text: string
  /** Whether this is the author's text and not the value of a macro. Only the author's text can contain separators. */
  isWritten: boolean
}

function resolve(node: MacroNode, expansion: Expansion): Piece {
  if (typeof node === 'string') return { text: node, isWritten: true }
  if ('tag' in node) {
    const macro = byTag.get(node.tag)
    return { text: (macro && call(macro, [], null, expansion)) ?? node.source, isWritten: false }
  }
  const pieces = node.children.map((child) => resolve(child, expansion))
  return { text: expandPieces(pieces, expansion) ?? `{{${join(pieces)}}}`, isWritten: false }
}

function expandPieces(pieces: readonly Piece[], expansion: Expansion): string | null {
  const [first, ...others] = pieces
  if (!first?.isWritten) return null
  const { name, separator, end } = readHead(first.text)
  const macro = byName.get(name)
  if (!macro) return null
  if (separator === '') return others.length === 0 ? call(macro, [], null, expansion) : null
  const body = [{ text: first.text.slice(end), isWritten: true }, ...others]
  return call(macro, body, separator === '::' ? '::' : ',', expansion)
}

/** `separator`: what separates the parts of the body; null for a macro without a body. */
function call(
  macro: Macro,
  pieces: readonly Piece[],
  separator: ',' | '::' | null,
  { context, budget, calls }: Expansion,
): string | null {
  const bodyLength = pieces.reduce((length, { text }) => length + text.length, 0)
  if (!budget.spend(1 + bodyLength)) return null
  const ordinal = calls.get(macro) ?? 0
  calls.set(macro, ordinal + 1)
  const body = separator && join(pieces)
  const expand = (text: string) => expandMacros(text, { ...context, texts: undefined, budget })
  const value = macro.expand({
    body,
    parts: separator ? split(pieces, separator) : [],
    ordinal,
    context,
    budget,
    expand,
  })
  return value !== null && budget.spend(value.length) ? value : null
}

/** Reads the name and the separator before the body: `:`, `::`, a space, the slashes of a note, or none. */
function readHead(text: string): { name: string; separator: '' | ' ' | ':' | '::' | '//'; end: number } {
  const start = text.length - text.trimStart().length
  if (text.startsWith('//', start)) return { name: '//', separator: '//', end: start + 2 }
  const colon = text.indexOf(':')
  if (colon === -1) {
    const [name = '', rest] = text.trim().toLowerCase().split(/\s/, 2)
    const end = start + name.length
    return rest === undefined ? { name, separator: '', end: text.length } : { name, separator: ' ', end }
  }
  const separator = text[colon + 1] === ':' ? '::' : ':'
  return { name: text.slice(0, colon).trim().toLowerCase(), separator, end: colon + separator.length }
}

/** Splits at the separators in the author's text. `\,` is a comma that does not separate. */
function split(pieces: readonly Piece[], separator: ',' | '::'): string[] {
  const parts = ['']
  const append = (text: string) => {
    parts[parts.length - 1] += text
  }
  for (const { text, isWritten } of pieces) {
    let from = 0
    for (let at = 0; isWritten && at < text.length; at++) {
      const escaped = text[at] === '\\' && text[at + 1] === ','
      if (!escaped && !text.startsWith(separator, at)) continue
      append(text.slice(from, at))
      if (escaped) append(',')
      else parts.push('')
      at += escaped ? 1 : separator.length - 1
      from = at + 1
    }
    append(text.slice(from))
  }
  return parts.map((part) => part.trim())
}

function join(pieces: readonly Piece[]): string {
  let text = ''
  for (const piece of pieces) text += piece.text
  return text
}
