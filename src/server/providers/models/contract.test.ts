import { setImmediate as soon } from 'node:timers/promises'
import { startUpstream } from '#tests/support/upstream.ts'
import { anthropic } from './anthropic.ts'
import { describeModelProvider } from './contract.ts'
import { openAiCompatible } from './openai-compatible.ts'
import { type Protocol, RemoteVoice } from './remote-voice.ts'
import { anyService } from './services.ts'
import { Understudy } from './understudy.ts'

async function remote(protocol: Protocol) {
  const upstream = await startUpstream({ firstTokenMs: 2, gapMs: 1, tokens: 30 })
  const { baseUrl } = upstream
  const provider = new RemoteVoice(protocol, {
    service: anyService,
    baseUrl,
    model: 'mock-chat',
    contextTokens: 8192,
    maxReplyTokens: 600,
  })
  return {
    provider,
    quiet: () => upstream.quiet(),
    async close() {
      await provider.close()
      await upstream.close()
    },
  }
}

describeModelProvider('OpenAI-compatible', () => remote(openAiCompatible))
describeModelProvider('Anthropic', () => remote(anthropic))
describeModelProvider('Understudy', async () => {
  const provider = new Understudy({ pace: { beforeMs: 0, wordMs: 1 } })
  return { provider, quiet: async () => void (await soon()), close: () => provider.close() }
})
