import { readFileSync } from 'node:fs'
import path from 'node:path'

interface Step {
  title: string
  steps?: Step[]
}

interface PlaywrightSuite {
  specs: { ok: boolean; tests: { results: Pick<Step, 'steps'>[] }[] }[]
  suites?: PlaywrightSuite[]
}

interface VitestReport {
  testResults: { assertionResults: { title: string; status: string }[] }[]
}

/** Reads the ids of the sentences that passed from the reports which `npm test` leaves in a folder. */
export function readCheckedIds(folder: string): Set<string> {
  const read = (name: string) => JSON.parse(readFileSync(path.join(folder, name), 'utf8'))
  const tests = ['unit.json', 'integration-sqlite.json'].flatMap((name) => passedTests(read(name)))
  const steps = (read('e2e.json').suites as PlaywrightSuite[]).flatMap(passedSteps)
  return new Set([...tests, ...steps].map(sentenceId).filter((id) => id !== undefined))
}

/** The id that a title names: `2.auth.1 Two tabs …` or `sends credentials (spec 7.1)`. */
function sentenceId(title: string): string | undefined {
  return /^(\d\.[\w.-]+) /.exec(title)?.[1] ?? /\(spec (\d\.[\w.-]+)\)/.exec(title)?.[1]
}

function passedSteps({ specs, suites = [] }: PlaywrightSuite): string[] {
  const results = specs
    .filter(({ ok }) => ok)
    .flatMap(({ tests }) => tests.flatMap((test) => test.results.at(-1) ?? []))
  return [...results.flatMap(titlesOf), ...suites.flatMap(passedSteps)]
}

const titlesOf = ({ steps = [] }: Pick<Step, 'steps'>): string[] =>
  steps.flatMap((step) => [step.title, ...titlesOf(step)])

const passedTests = ({ testResults }: VitestReport): string[] =>
  testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'passed')
    .map(({ title }) => title)
