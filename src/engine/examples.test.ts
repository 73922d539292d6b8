import { expect, test } from 'vitest'
import { sampleCard } from './cards/sample-card.ts'

/**
 * Runs the `@example` blocks of the engine's docstrings. `expression // value` asserts the value, which may be on the
 * next line; other lines only prepare. `character` is the sample card.
 */
const sources = import.meta.glob<string>('./**/*.ts', { query: '?raw', import: 'default', eager: true })
const modules = import.meta.glob<Record<string, unknown>>(['./**/*.ts', '!./**/*.test.ts'], { eager: true })

function examplesOf(source: string): string[] {
  return [...source.matchAll(/@example\n((?: +\*(?!\/).*\n)+?)(?= +\*\/| +\* @)/g)].map(([, lines = '']) =>
    lines.replaceAll(/^ +\* ?/gm, '').replaceAll(/\n\/\/ /g, ' // '),
  )
}

/** Converts `a() // b` to `check(a(), b)`. */
function toChecks(example: string): string {
  return example
    .split('\n')
    .map((line) => line.replace(/^(.+?) \/\/ (.+)$/, 'check($1, $2)'))
    .join('\n')
}

const files = Object.keys(modules).filter((file) => examplesOf(sources[file] ?? '').length > 0)

test('the engine has examples', () => {
  expect(files.length).toBeGreaterThan(8)
})

test.each(files)('the examples of %s are correct', (file) => {
  const scope: Record<string, unknown> = { ...modules[file], character: sampleCard }
  for (const example of examplesOf(sources[file] ?? '')) {
    let checks = 0
    const check = (actual: unknown, expected: unknown) => {
      checks += 1
      expect(actual, example).toEqual(expected)
    }
    const run = new Function('check', ...Object.keys(scope), toChecks(example))
    run(check, ...Object.values(scope))
    expect(checks, `has an expected value: ${example}`).toBeGreaterThan(0)
  }
})
