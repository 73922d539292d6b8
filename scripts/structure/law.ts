import type { SourceFile } from './source-file.ts'

/** A law of the house: what it forbids, found in the files, and what to do instead. */
export interface Law {
  name: string
  check: (files: SourceFile[]) => Violation[]
}

export interface Violation {
  path: string
  line: number
  /** What is wrong. */
  wrong: string
  /** What to do about it. */
  instead: string
}

/** A law that looks at one file at a time. */
export function fileLaw(name: string, check: (file: SourceFile) => Omit<Violation, 'path'>[]): Law {
  return {
    name,
    check: (files) => files.flatMap((file) => check(file).map((found) => ({ path: file.path, ...found }))),
  }
}
