import { RE2JS } from 're2js'
import type { RegexTest } from '#engine/lore/compile-regex.ts'

const compiled = new Map<string, RegexTest | null>()
const mostCompiled = 1_000

const flagValues: Readonly<Record<string, number>> = {
  i: RE2JS.CASE_INSENSITIVE,
  m: RE2JS.MULTILINE,
  s: RE2JS.DOTALL,
}

/** Compiles a regular expression of a lorebook. It matches in linear time, so an author cannot delay a server with it. */
export function compileRegex(source: string, flags: string): RegexTest | null {
  const name = `${flags}/${source}`
  const known = compiled.get(name)
  if (known !== undefined) return known
  if (compiled.size >= mostCompiled) compiled.clear()
  const test = compile(source, flags)
  compiled.set(name, test)
  return test
}

function compile(source: string, flags: string): RegexTest | null {
  try {
    const value = [...flags].reduce((sum, flag) => sum | (flagValues[flag] ?? 0), 0)
    const regex = RE2JS.compile(RE2JS.translateRegExp(source), value)
    return (text) => regex.test(text)
  } catch {
    return null
  }
}
