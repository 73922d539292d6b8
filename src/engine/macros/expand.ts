import { macros } from './list.ts'
import type { Macro, MacroContext } from './macro.ts'
import { type MacroNode, parseMacros } from './parse.ts'

const byName = new Map(macros.map((macro) => [macro.name, macro]))
const byTag = new Map(macros.flatMap((macro) => (macro.tags ?? []).map((tag) => [tag, macro] as const)))
const tags = new Set(byTag.keys())

/**
 * Puts values in the place of macros. Never throws; unknown macros stay as they were written. What a macro becomes is
 * not read again, so that a player named `{{char}}` stays that.
 *
 * @example
 * expandMacros('{{char}} greets {{user}}.', { char: 'Ilse', user: 'Sam', random: () => 0, seed: '' })
 * // 'Ilse greets Sam.'
 */
export function expandMacros(text: string, context: MacroContext): string {
  if (!text.includes('{{') && !text.includes('<')) return text
  const seen = new Map<Macro, number>()
  return join(parseMacros(text, tags).map((node) => resolve(node, context, seen)))
}

/** A stretch of text, and whether the author wrote it (only there do separators separate). */
interface Piece {
  text: string
  written: boolean
}

function resolve(node: MacroNode, context: MacroContext, seen: Map<Macro, number>): Piece {
  if (typeof node === 'string') return { text: node, written: true }
  if ('tag' in node) {
    const macro = byTag.get(node.tag)
    const text = macro ? call(macro, null, [], context, seen) : null
    return { text: text ?? node.source, written: false }
  }
  const pieces = node.children.map((child) => resolve(child, context, seen))
  return { text: expandPieces(pieces, context, seen) ?? `{{${join(pieces)}}}`, written: false }
}

function expandPieces(pieces: readonly Piece[], context: MacroContext, seen: Map<Macro, number>): string | null {
  const [first, ...others] = pieces
  if (!first?.written) return null
  const head = readHead(first.text)
  const macro = byName.get(head.name)
  if (!macro) return null
  if (head.separator === '') return others.length === 0 ? call(macro, null, [], context, seen) : null
  const body = [{ text: first.text.slice(head.end), written: true }, ...others]
  return call(macro, join(body), split(body, head.separator === '::' ? '::' : ','), context, seen)
}

function call(
  macro: Macro,
  body: string | null,
  parts: readonly string[],
  context: MacroContext,
  seen: Map<Macro, number>,
): string | null {
  const ordinal = seen.get(macro) ?? 0
  seen.set(macro, ordinal + 1)
  return macro.expand({ body, parts, ordinal, context })
}

/** The name and what parts it from the body: `:`, `::`, the slashes of a note, or nothing. */
function readHead(text: string): { name: string; separator: '' | ':' | '::' | '//'; end: number } {
  const start = text.length - text.trimStart().length
  if (text.startsWith('//', start)) return { name: '//', separator: '//', end: start + 2 }
  const colon = text.indexOf(':')
  if (colon === -1) return { name: text.trim().toLowerCase(), separator: '', end: text.length }
  const separator = text[colon + 1] === ':' ? '::' : ':'
  return { name: text.slice(0, colon).trim().toLowerCase(), separator, end: colon + separator.length }
}

/** Cuts at separators the author wrote; a backslash takes a comma's meaning away. */
function split(pieces: readonly Piece[], separator: ',' | '::'): string[] {
  const parts = ['']
  const append = (text: string) => {
    parts[parts.length - 1] += text
  }
  for (const { text, written } of pieces) {
    let from = 0
    for (let at = 0; written && at < text.length; at++) {
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
