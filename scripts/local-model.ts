// `npm run local-model`: installs llama.cpp into the data folder, downloads a model or takes a GGUF file, tries it, and
// connects it. `-- <name>` chooses a model of the list, `-- <file>` or `-- <address>` takes another one.
import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, link, mkdir, rm, stat } from 'node:fs/promises'
import { totalmem } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline/promises'
import { connectModelFile } from '#server/admin/models/model-connections.ts'
import { withCliContext } from '#server/cli-context.ts'
import { readEnv } from '#server/core/env.ts'
import { prepareDataFolder } from '#server/db/data-folder.ts'
import { type CatalogueModel, catalogue, fitsMemory, recommendModel } from '#server/providers/models/local/catalogue.ts'
import { download } from '#server/providers/models/local/download.ts'
import { isGguf, isModelFileName, modelsFolder } from '#server/providers/models/local/folders.ts'
import { LocalModel } from '#server/providers/models/local/local-model.ts'
import { installRuntime, isRuntimeInstalled } from '#server/providers/models/local/runtime.ts'
import { runTask } from './run-task.ts'

const env = readEnv(process.env)
const folder = modelsFolder(env.dataDir)
const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`

await runTask(async () => {
  prepareDataFolder(env.dataDir)
  await mkdir(folder, { recursive: true })
  const choice = process.argv[2] ?? (await ask())
  if (!isRuntimeInstalled(env.dataDir)) {
    console.log('Installing llama.cpp (about 85 MB, prebuilt)…')
    await installRuntime(env.dataDir)
  }
  const file = await obtain(choice)
  await tryModel(file)
  await withCliContext(async (context) => {
    const isNew = await connectModelFile(context, file, labelOf(file))
    console.log(isNew ? 'It is connected: the next reply can use it.' : 'It was connected before.')
  })
  console.log('Start, stop and order models under Admin → Models.')
})

/** The id of a model of the list. */
async function ask(): Promise<string> {
  const recommended = recommendModel(totalmem())
  console.log(`This machine has ${gigabytes(totalmem())} of memory. Models:\n`)
  for (const [index, model] of catalogue.entries()) {
    const { id, label, bytes, license, memory, description } = model
    const notes = [
      `${gigabytes(bytes)} to download`,
      license,
      `needs ${memory} GB of memory${fitsMemory(model, totalmem()) ? '' : ', more than this machine has'}`,
    ]
    console.log(`  ${index + 1}  ${label} (${id})${model === recommended ? ' – recommended' : ''}`)
    console.log(`     ${notes.join(' · ')}\n     ${description}\n`)
  }
  if (!process.stdin.isTTY) {
    throw new Error(`Name one, a GGUF file or an address: npm run local-model -- ${recommended.id}`)
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = (await terminal.question(`Number, or the path of a GGUF file [${recommended.label}]: `)).trim()
  terminal.close()
  return answer === '' ? recommended.id : (catalogue[Number(answer) - 1]?.id ?? answer)
}

/** Returns the name of the file in the folder of models. */
async function obtain(choice: string): Promise<string> {
  const model = catalogue.find(({ id }) => id === choice)
  if (model) return fetchModel(model)
  if (/^https?:\/\//.test(choice)) return fetchAddress(new URL(choice))
  return takeFile(choice)
}

async function fetchModel({ label, url, file, bytes, sha256 }: CatalogueModel): Promise<string> {
  const target = path.join(folder, file)
  if (await exists(target)) return file
  console.log(`Downloading ${label}…`)
  const from = env.hfEndpoint === undefined ? url : url.replace('https://huggingface.co', env.hfEndpoint)
  await download({ url: from, file: target, bytes, sha256, signal: stopSignal(), onProgress: showProgress() })
  console.log('Downloaded; the checksum is right.')
  return file
}

async function fetchAddress(url: URL): Promise<string> {
  const file = path.basename(decodeURIComponent(url.pathname))
  if (!isModelFileName(file)) throw new Error('The address must lead to a GGUF file: its name ends with .gguf.')
  const target = path.join(folder, file)
  if (await exists(target)) return file
  console.log(`Downloading ${file}…`)
  await download({ url: url.href, file: target, signal: stopSignal(), onProgress: showProgress() })
  console.log('Downloaded.')
  return assertGguf(file)
}

/** A link where the file system allows it: models are large. */
async function takeFile(source: string): Promise<string> {
  if (!(await exists(source))) {
    throw new Error(
      `There is no file ${source}, and no model of that name: ${catalogue.map(({ id }) => id).join(', ')}.`,
    )
  }
  const file = path.basename(source)
  if (!isModelFileName(file) || !(await isGguf(source))) throw new Error(`${source} is not a GGUF file.`)
  const target = path.join(folder, file)
  if (path.resolve(source) === target || (await exists(target))) return file
  await link(source, target).catch(() => copyFile(source, target, constants.COPYFILE_FICLONE))
  return file
}

async function assertGguf(file: string): Promise<string> {
  const target = path.join(folder, file)
  if (await isGguf(target)) return file
  await rm(target)
  throw new Error(`${file} is not a GGUF file.`)
}

/** One short reply. */
async function tryModel(file: string): Promise<void> {
  console.log('Trying it…')
  const limits = { contextTokens: 2048, maxReplyTokens: 60 }
  const createToken = () => randomBytes(24).toString('base64url')
  const log = { info: () => {}, warn: () => {} }
  const model = new LocalModel({ dataDir: env.dataDir, file, limits, createToken, log })
  const messages = [{ role: 'user' as const, content: 'Good evening! Greet me in one short sentence.' }]
  let said = ''
  try {
    const startedAt = performance.now()
    const onText = (text: string) => {
      said += text
    }
    const { usage } = await model.generate(
      { messages, temperature: 0.7, maxTokens: 60 },
      { signal: stopSignal(), onText },
    )
    const seconds = (performance.now() - startedAt) / 1_000
    console.log(
      `It works: “${said.trim()}” (${usage?.replyTokens ?? 0} tokens in ${seconds.toFixed(1)} s, with loading)`,
    )
  } finally {
    await model.close()
  }
}

function labelOf(file: string): string {
  return catalogue.find((model) => model.file === file)?.label ?? file.replace(/\.gguf$/i, '').slice(0, 60)
}

/** On a terminal a line that changes; elsewhere a line for each tenth. */
function showProgress() {
  let shown = -1
  return (received: number, total: number | null) => {
    const percent = total === null ? 0 : Math.floor((received / total) * 100)
    const step = process.stdout.isTTY ? percent : Math.floor(percent / 10) * 10
    if (step === shown) return
    shown = step
    const text = `${step} % (${gigabytes(received)}${total === null ? '' : ` of ${gigabytes(total)}`})`
    if (process.stdout.isTTY) process.stdout.write(`\r${text}${percent === 100 ? '\n' : ''}`)
    else console.log(text)
  }
}

function stopSignal(): AbortSignal {
  const controller = new AbortController()
  process.once('SIGINT', () =>
    controller.abort(new Error('\nStopped. Run the command again: a download goes on where it ended.')),
  )
  return controller.signal
}

function exists(file: string): Promise<boolean> {
  return stat(file).then(
    (stats) => stats.isFile(),
    () => false,
  )
}
