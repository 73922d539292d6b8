import { readFileSync } from 'node:fs'
import path from 'node:path'

/** A passed test, or a passed step of one, whose title names a sentence of the specification. */
export interface Check {
  id: string
  /** Relative to the root of the repository. */
  file: string
}

interface PlaywrightSuite {
  file: string
  specs: { title: string; ok: boolean; tests: { results: { steps?: { title: string }[] }[] }[] }[]
  suites?: PlaywrightSuite[]
}

interface VitestReport {
  testResults: { name: string; assertionResults: { title: string; status: string }[] }[]
}

/** The id a title names: `2.auth.1 Two tabs …` or `sends credentials (spec 7.1)`. */
function sentenceId(title: string): string | undefined {
  return /^(\d\.[\w.-]+) /.exec(title)?.[1] ?? /\(spec (\d\.[\w.-]+)\)/.exec(title)?.[1]
}

/** Reads the checks from the reports that `npm test` leaves in a folder: Playwright's e2e.json and Vitest's others. */
export function readChecks(folder: string, root: string): Check[] {
  const read = (name: string) => JSON.parse(readFileSync(path.join(folder, name), 'utf8'))
  return [
    ...(read('e2e.json').suites as PlaywrightSuite[]).flatMap(playwrightChecks),
    ...['unit.json', 'integration-sqlite.json'].flatMap((name) => vitestChecks(read(name), root)),
  ]
}

function playwrightChecks({ file, specs, suites = [] }: PlaywrightSuite): Check[] {
  const checks = specs
    .filter(({ ok }) => ok)
    .flatMap(({ title, tests }) => {
      const steps = tests.flatMap(({ results }) => results.at(-1)?.steps ?? [])
      return [{ title }, ...steps].flatMap((part) => {
        const id = sentenceId(part.title)
        return id ? [{ id, file: `tests/e2e/${file}` }] : []
      })
    })
  return [...checks, ...suites.flatMap(playwrightChecks)]
}

function vitestChecks({ testResults }: VitestReport, root: string): Check[] {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.flatMap(({ title, status }) => {
      const id = status === 'passed' ? sentenceId(title) : undefined
      return id ? [{ id, file: path.relative(root, name) }] : []
    }),
  )
}
