import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { modelsFolder, runtimeFolder } from '#server/providers/models/local/folders.ts'
import { runtimeEntry, runtimeVersion } from '#server/providers/models/local/runtime.ts'

/** The name of a model file selects a behaviour: a reply without an end, a failure to load, its environment as the reply; also `silent.gguf`. */
export const fakeModels = ['good.gguf', 'endless.gguf', 'broken.gguf', 'environment.gguf'] as const

/** The ids of all processes that loaded it. */
export const startedProcesses = (dataDir: string) =>
  readFileSync(path.join(path.dirname(runtimeEntry(dataDir)), 'started'), 'utf8')
    .trim()
    .split('\n')
    .map(Number)

/**
 * Puts a program with the interface of node-llama-cpp into a data folder, and model files. The process, its protocol and
 * everything on the side of the server are the real ones; `npm run test:local-model` runs llama.cpp itself.
 */
export function installFakeLlama(dataDir: string, files: readonly string[] = fakeModels): void {
  const entry = runtimeEntry(dataDir)
  mkdirSync(path.dirname(entry), { recursive: true })
  writeFileSync(entry, library)
  const dependencies = { 'node-llama-cpp': runtimeVersion }
  writeFileSync(path.join(runtimeFolder(dataDir), 'package.json'), JSON.stringify({ type: 'module', dependencies }))
  const folder = modelsFolder(dataDir)
  mkdirSync(folder, { recursive: true })
  for (const file of files) writeFileSync(path.join(folder, file), 'GGUF, for tests')
}

const library = `
import { appendFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

appendFileSync(new URL('started', import.meta.url), process.pid + '\\n')
let file = ''
export async function getLlama() {
  return {
    async loadModel({ modelPath }) {
      file = modelPath
      if (file.includes('broken')) throw new Error('Failed to load model')
      return {
        trainContextSize: 4096,
        tokenizer: {},
        createContext: async ({ contextSize }) => ({
          contextSize: contextSize.max,
          getSequence: () => ({ tokenMeter: { usedOutputTokens: 0 } }),
        }),
      }
    },
  }
}

const textOf = (history) => history.map(({ text, response = [] }) => text ?? response.join('')).join(' ')

export class LlamaChat {
  constructor({ contextSequence }) {
    this.sequence = contextSequence
    this.chatWrapper = {
      generateContextState: ({ chatHistory }) => ({ contextText: { tokenize: () => textOf(chatHistory).split(' ') } }),
    }
  }

  async generateResponse(history, { onTextChunk, signal, maxTokens }) {
    while (file.includes('silent') && !signal.aborted) await wait(5)
    const said = file.includes('environment') ? Object.keys(process.env).join(' ') : 'Words of ' + process.pid + '.'
    this.sequence.tokenMeter.usedOutputTokens += 3
    onTextChunk(said)
    while (file.includes('endless') && !signal.aborted) {
      await wait(5)
      onTextChunk(' And on.')
    }
    return { metadata: { stopReason: signal.aborted ? 'abort' : 'eogToken' } }
  }
}
`
