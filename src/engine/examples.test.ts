import { expect, test } from 'vitest'
import { sampleCard } from './cards/sample-card.ts'

/**
 * Runs the `@example` blocks of the engine's docstrings. `expression // value` asserts the value, which may be on the
 * next line; other lines only prepare. `character` is the sample card. A function without an example is refused.
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

/** Examples may use what other files export. */
const everything: Record<string, unknown> = Object.assign({}, ...Object.values(modules))

test.each(Object.entries(modules))('the functions of %s have examples, which are correct', async (file, exported) => {
  const examples = examplesOf(sources[file] ?? '')
  for (const [name, value] of Object.entries(exported)) {
    if (typeof value !== 'function' || value.prototype instanceof Error) continue
    expect(
      examples.filter((example) => example.includes(`${name}(`)),
      `@example of ${name}`,
    ).not.toEqual([])
  }
  const scope: Record<string, unknown> = { ...everything, ...exported, character: sampleCard }
  for (const example of examples) {
    let checks = 0
    const check = (actual: unknown, expected: unknown) => {
      checks += 1
      expect(actual, example).toEqual(expected)
    }
    const run = new Function('check', ...Object.keys(scope), `return (async () => {\n${toChecks(example)}\n})()`)
    await run(check, ...Object.values(scope))
    expect(checks, `has an expected value: ${example}`).toBeGreaterThan(0)
  }
})
