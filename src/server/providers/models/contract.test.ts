import { setImmediate as soon } from 'node:timers/promises'
import { startUpstream } from '#tests/support/upstream.ts'
import { describeModelProvider, type ProviderUnderTest } from './contract.ts'
import { createHttpModel } from './create-http-model.ts'
import { DemoModel } from './demo-model.ts'
import type { HttpModelOptions } from './http-model.ts'
import { anyService } from './services.ts'
import { ModelWorker } from './worker/model-worker.ts'
import { OffloadingModel } from './worker/offloading-model.ts'

async function remote(protocol?: 'anthropic') {
  const upstream = await startUpstream({ firstTokenMs: 2, gapMs: 1, tokens: 30 })
  const { baseUrl } = upstream
  const service = protocol === undefined ? anyService : { ...anyService, protocol }
  const options: HttpModelOptions = {
    service,
    baseUrl,
    model: 'mock-chat',
    contextTokens: 8192,
    maxReplyTokens: 600,
  }
  const provider = createHttpModel(options)
  const close = async () => {
    await provider.close()
    await upstream.close()
  }
  return { options, provider, quiet: () => upstream.waitForIdle(), close }
}

/** The same voice, heard by a thread. */
async function beside(): Promise<ProviderUnderTest> {
  const { options, provider, quiet, close } = await remote()
  const thread = new ModelWorker(options)
  await thread.begun
  const { id, label, model, builtIn, contextTokens, maxReplyTokens } = provider
  const { generate } = thread
  return {
    provider: { id, label, model, builtIn, contextTokens, maxReplyTokens, generate, close: () => thread.close() },
    quiet,
    async close() {
      await thread.close()
      await close()
    },
  }
}

/** More conversations at once than it reads itself. */
async function relieved(): Promise<ProviderUnderTest> {
  const { options, provider, quiet, close } = await remote()
  await provider.close()
  const voice = new OffloadingModel(options, { share: 2 })
  return {
    provider: voice,
    quiet,
    async close() {
      await voice.close()
      await close()
    },
  }
}

describeModelProvider('OpenAI-compatible', () => remote())
describeModelProvider('Anthropic', () => remote('anthropic'))
describeModelProvider('A voice in a thread', beside)
describeModelProvider('A voice with help', relieved)
describeModelProvider('DemoModel', async () => {
  const provider = new DemoModel({ delays: { firstWordMs: 0, wordMs: 1 } })
  return { provider, quiet: async () => void (await soon()), close: () => provider.close() }
})
