import path from 'node:path'
import { parseSync, Visitor } from 'vite'

/** What the laws need to know of a file, gathered in one walk of its syntax tree. */
export interface SourceFile {
  /** From the root of the repository, with forward slashes. */
  path: string
  lines: number
  isTest: boolean
  imports: Import[]
  calls: Call[]
  comments: Located[]
  /** Names of the functions it declares, with their length in lines. */
  functions: (Located & { lines: number })[]
  /** Where it says `any`. */
  anys: number[]
  awaits: number[]
  /** Whether it does nothing but pass on what other files export. */
  onlyReexports: boolean
}

export interface Located {
  text: string
  line: number
}

export interface Import {
  specifier: string
  /** The file's path for one of ours, the package's name (`node:fs`, `@scope/name`) for anything else. */
  target: string
  isOurs: boolean
  isTypeOnly: boolean
  line: number
}

export interface Call {
  /** As written: `Date.now`, `app.get`, `new Date`. */
  callee: string
  /** The first argument when it is a plain string. */
  firstString: string | null
  argumentCount: number
  line: number
}

type Program = ReturnType<typeof parseSync>['program']
type Parsed = ReturnType<typeof parseSync>
type LineOf = (offset: number) => number

/** Reads one file. Throws when it is not valid TypeScript, with its path and the parser's words. */
export function readSource(file: string, code: string): SourceFile {
  const parsed = parseSync(file, code)
  const [error] = parsed.errors
  if (error) throw new Error(`${file} cannot be parsed: ${error.message}`)
  const lineOf = lineCounter(code)
  return {
    path: file,
    lines: code.split('\n').length - (code.endsWith('\n') ? 1 : 0),
    isTest: /\.test\.tsx?$/.test(file) || file.startsWith('tests/'),
    imports: importsOf(file, code, parsed, lineOf),
    comments: parsed.comments.map(({ value, start }) => ({ text: value, line: lineOf(start) })),
    onlyReexports: isOnlyReexports(parsed.program),
    ...walk(code, parsed.program, lineOf),
  }
}

function lineCounter(code: string): LineOf {
  const starts = [0]
  for (let at = code.indexOf('\n'); at >= 0; at = code.indexOf('\n', at + 1)) starts.push(at + 1)
  return (offset) => {
    const next = starts.findIndex((start) => start > offset)
    return next < 0 ? starts.length : next
  }
}

function importsOf(file: string, code: string, { module }: Parsed, lineOf: LineOf): Import[] {
  const found: Import[] = []
  const add = (specifier: string, offset: number, isTypeOnly: boolean) =>
    found.push({ specifier, ...resolve(file, specifier), isTypeOnly, line: lineOf(offset) })
  for (const { moduleRequest, start, entries } of module.staticImports) {
    add(moduleRequest.value, start, entries.length > 0 && entries.every((entry) => entry.isType))
  }
  for (const { entries } of module.staticExports) {
    const [first] = entries
    if (first?.moduleRequest) {
      add(
        first.moduleRequest.value,
        first.start,
        entries.every((entry) => entry.isType),
      )
    }
  }
  for (const { moduleRequest } of module.dynamicImports) {
    const written = code.slice(moduleRequest.start, moduleRequest.end)
    const literal = /^(['"`])([^'"`$]+)\1$/.exec(written)?.[2]
    if (literal) add(literal, moduleRequest.start, false)
  }
  return found
}

/** `#room/…` is package.json's "imports"; what is neither that nor relative is a package. */
function resolve(file: string, specifier: string): { target: string; isOurs: boolean } {
  if (specifier.startsWith('#tests/')) return { target: specifier.slice(1), isOurs: true }
  if (specifier.startsWith('#')) return { target: `src/${specifier.slice(1)}`, isOurs: true }
  if (specifier.startsWith('.')) return { target: path.posix.join(path.posix.dirname(file), specifier), isOurs: true }
  const depth = specifier.startsWith('@') ? 2 : 1
  const name = specifier.startsWith('node:') ? specifier : specifier.split('/').slice(0, depth).join('/')
  return { target: name, isOurs: false }
}

function isOnlyReexports(program: Program): boolean {
  return (
    program.body.length > 0 &&
    program.body.every(
      (node) =>
        node.type === 'ExportAllDeclaration' || (node.type === 'ExportNamedDeclaration' && node.source !== null),
    )
  )
}

function walk(code: string, program: Program, lineOf: LineOf) {
  const found: Pick<SourceFile, 'calls' | 'functions' | 'anys' | 'awaits'> = {
    calls: [],
    functions: [],
    anys: [],
    awaits: [],
  }
  const written = (node: { start: number; end: number }) => code.slice(node.start, node.end)
  const addFunction = (name: string, node: { start: number; end: number }) => {
    const line = lineOf(node.start)
    found.functions.push({ text: name, line, lines: lineOf(node.end) - line + 1 })
  }
  new Visitor({
    CallExpression(node) {
      const [first] = node.arguments
      const firstString = first?.type === 'Literal' && typeof first.value === 'string' ? first.value : null
      const callee = written(node.callee).replaceAll(/\s+/g, '')
      found.calls.push({ callee, firstString, argumentCount: node.arguments.length, line: lineOf(node.start) })
    },
    NewExpression(node) {
      const callee = `new ${written(node.callee)}`
      found.calls.push({
        callee,
        firstString: null,
        argumentCount: node.arguments.length,
        line: lineOf(node.start),
      })
    },
    FunctionDeclaration(node) {
      addFunction(node.id?.name ?? 'default', node)
    },
    VariableDeclarator(node) {
      const { init } = node
      if (init?.type !== 'ArrowFunctionExpression' && init?.type !== 'FunctionExpression') return
      addFunction(node.id.type === 'Identifier' ? node.id.name : '(pattern)', node)
    },
    TSAnyKeyword(node) {
      found.anys.push(lineOf(node.start))
    },
    AwaitExpression(node) {
      found.awaits.push(lineOf(node.start))
    },
  }).visit(program)
  return found
}
