import { afterAll, beforeAll, expect, test } from 'vitest'
import { readNarration } from '#server/providers/models/demo-model/templates.ts'
import { DemoModel } from '#server/providers/models/demo-model.ts'
import { chooseModel } from '#server/providers/models/index.ts'
import type { ModelProvider } from '#server/providers/models/provider.ts'
import { cases } from './cases.ts'
import { type Finding, findings } from './detect.ts'
import { actsForPlayer } from './narration.ts'
import { comparisonTable, countProblems, modelTable } from './report.ts'
import { runCase } from './run-case.ts'
import { type Behaviour, behaviourNames, startEvalUpstream } from './scripted-upstream.ts'

let upstream: Awaited<ReturnType<typeof startEvalUpstream>>

beforeAll(async () => {
  upstream = await startEvalUpstream()
})
afterAll(() => upstream.close())

async function run(model: ModelProvider) {
  const results = await Promise.all(cases.map((evalCase) => runCase(model, evalCase)))
  await model.close()
  return results
}

/** The problems of a model, as `[before, after]` the filters. */
function problemsOf(results: Awaited<ReturnType<typeof run>>) {
  const counts = findings.map((finding) => [finding, countProblems(results, finding)] as const)
  const found = counts.filter(([, { before, after }]) => before + after > 0)
  return Object.fromEntries(found.map(([finding, { before, after }]) => [finding, [before, after]]))
}

/** What each behaviour must show. The filters remove what can be removed; the rest is for the prompt and the model. */
const expected: Record<Behaviour, Partial<Record<Finding, [number, number]>>> = {
  'well-behaved': {},
  'begins with its name': { 'begins with its name': [40, 0] },
  'writes a script for both': { 'speaks for the player': [40, 0], 'begins with its name': [40, 0] },
  'begins with the player': { 'speaks for the player': [40, 0] },
  'acts for the player': { 'acts for the player': [40, 40] },
  // The sentence that is cut has the fact.
  'reaches its maximum length': { 'cut sentence': [40, 0], 'broken markup': [40, 0], 'forgets a fact': [10, 12] },
  'repeats an opening': { 'repeats an opening': [20, 20] },
  'forgets facts': { 'forgets a fact': [12, 12] },
  'leaves marks open': { 'broken markup': [40, 0] },
  'answers in English': { 'wrong language': [10, 10] },
  // Between two English directions, one reply in another language is too short to be recognised.
  'repeats directions': { 'shows instructions': [40, 0], 'wrong language': [1, 0] },
}

test('there are 40 cases', () => {
  expect(cases).toHaveLength(40)
  expect(Object.keys(expected)).toEqual(behaviourNames)
})

test.each(behaviourNames)('a model that is %s', async (name) => {
  const log = { info: () => {}, warn: () => {} }
  const { model } = await chooseModel({ modelBaseUrl: upstream.baseUrl, modelName: name }, { log })
  const results = await run(model)
  expect(results.filter(({ error }) => error !== undefined)).toEqual([])
  expect(problemsOf(results)).toEqual(expected[name])
  expect(results.filter(({ isExpressionNamed }) => isExpressionNamed)).toHaveLength(name === 'well-behaved' ? 40 : 0)
  expect(comparisonTable([{ name, results }])).toContain(`| ${name} `)
})

test("the demo model's narration does not act for the player", () => {
  const texts = (value: unknown): string[] =>
    typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap((part) => texts(part))
  const narration = texts(readNarration())
  expect(narration.length).toBeGreaterThan(50)
  expect(narration.filter((text) => actsForPlayer(text))).toEqual([])
})

test('the demo model repeats every fact that it is asked for, and answers in the language of the player', async () => {
  const results = await run(new DemoModel({ delays: { firstWordMs: 0, wordMs: 0 } }))
  expect(problemsOf(results)).toEqual({})
  expect(modelTable(results)).toContain('| of 40 replies')
})
