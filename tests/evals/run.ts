// `npm run evals` lets the connected model reply in 40 fixed cases and counts what is wrong with the replies, before and
// after the filters. The model is chosen as for the server, by the same variables.
// Options: `--only allergy,game`, `--replies` prints the replies too, `--scripted` runs the models that misbehave.
import { parseArgs } from 'node:util'
import pLimit from 'p-limit'
import { readEnv } from '#server/core/env.ts'
import { chooseModel } from '#server/providers/models/index.ts'
import type { ModelProvider } from '#server/providers/models/provider.ts'
import { cases } from './cases.ts'
import { comparisonTable, describeReplies, modelTable } from './report.ts'
import { type EvalResult, runCase } from './run-case.ts'
import { behaviourNames, startEvalUpstream } from './scripted-upstream.ts'

const { values } = parseArgs({
  options: { only: { type: 'string' }, replies: { type: 'boolean' }, scripted: { type: 'boolean' } },
})
const only = values.only?.split(',')
const selected = cases.filter(({ id }) => only === undefined || only.includes(id))
if (selected.length === 0) {
  console.error(`No case has this id. Choose from ${cases.map(({ id }) => id).join(', ')}.`)
  process.exit(1)
}
const log = { info: console.error, warn: console.error }

async function run(model: ModelProvider): Promise<EvalResult[]> {
  const limit = pLimit(model.builtIn ? 8 : 2)
  const results = await Promise.all(selected.map((evalCase) => limit(() => runCase(model, evalCase))))
  for (const { evalCase, error } of results) if (error !== undefined) console.error(`${evalCase.id}: ${error}`)
  return results
}

if (values.scripted) {
  const upstream = await startEvalUpstream()
  const models = []
  for (const name of behaviourNames) {
    const { model } = await chooseModel({ modelBaseUrl: upstream.baseUrl, modelName: name }, { log })
    models.push({ name, results: await run(model) })
    await model.close()
  }
  await upstream.close()
  console.log(comparisonTable(models))
} else {
  const { model } = await chooseModel(readEnv(process.env), { log })
  const results = await run(model)
  await model.close()
  const answered = results.filter(({ error }) => error === undefined)
  if (values.replies) console.log(`${describeReplies(results)}\n`)
  console.log(`${model.label}, ${model.model}\n\n${modelTable(answered)}`)
  if (answered.length < results.length) process.exitCode = 1
}
