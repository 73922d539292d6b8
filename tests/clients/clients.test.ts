import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { type ClientOptions, describeClient } from '#tests/support/client-contract.ts'
import { createSharedApp } from '#tests/support/test-app.ts'

/** Installed by `run.ts`. */
const { ChatOpenAI } = await import(pathToFileURL(path.resolve('.cache/clients/index.mjs')).href)

const connect = ({ baseURL, key, model }: ClientOptions) =>
  new ChatOpenAI({ model, apiKey: key, maxRetries: 0, configuration: { baseURL } })

describeClient('LangChain', await createSharedApp(), {
  reply: async (options) =>
    (await connect(options).invoke('Good evening.', options.stop ? { stop: [options.stop] } : {})).content,
  async *pieces(options, signal) {
    for await (const { content } of await connect(options).stream('Good evening.', { signal })) yield content
  },
})
