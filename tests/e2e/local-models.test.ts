import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { waitForExit } from '../support/child-process.ts'
import { installFakeLlama } from '../support/fake-llama.ts'
import { serve } from '../support/serve.ts'
import { logInAsOperator, operatorEnv } from './accounts.ts'
import { test as base, expect } from './fixture.ts'

/** The size of the first model of the list. */
const size = 1_117_320_736
const sent = 12_000_000

interface Mirror {
  url: string
  isGone: boolean
  ranges: (string | undefined)[]
}

/** In place of Hugging Face: it sends 12 MB of what is asked for, and then nothing more. */
const test = base.extend<{ mirror: Mirror }>({
  mirror: async ({}, use) => {
    const answer = ({ headers: { range } }: IncomingMessage, response: ServerResponse) => {
      mirror.ranges.push(range)
      if (mirror.isGone) return void response.writeHead(404).end()
      const start = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0)
      const part = start > 0 ? { 'content-range': `bytes ${start}-${size - 1}/${size}` } : {}
      response.writeHead(start > 0 ? 206 : 200, { 'content-length': size - start, ...part })
      response.write(Buffer.alloc(sent))
    }
    const { url, close } = await serve(createServer(answer))
    const mirror: Mirror = { url, isGone: false, ranges: [] }
    await use(mirror)
    await close()
  },
  serverEnv: ({ mirror }, use) => use({ ...operatorEnv, HF_ENDPOINT: mirror.url }),
  server: async ({ server }, use) => {
    installFakeLlama(server.dataDir)
    await use(server)
    // So that it ends the model that runs.
    server.process.kill('SIGTERM')
    await waitForExit(server.process)
  },
})

test('an operator downloads a model with progress, goes on after a cancel, and uses, stops and starts one', async ({
  page,
  mirror,
}) => {
  test.slow()
  await logInAsOperator(page)
  await page.goto('/admin/models')
  const offered = page.getByRole('list', { name: 'Ready to download' }).getByRole('listitem').first()
  const progress = offered.getByRole('progressbar', { name: /^Download of/ })
  await offered.getByRole('button', { name: /^Download / }).click()
  await expect(progress).toHaveAttribute('aria-valuenow', '1')
  // One percent is less than what the server sends.
  const received = async () =>
    (await (await page.request.get('/api/admin/local-models')).json()).download?.receivedBytes
  await expect.poll(received).toBe(sent)
  await offered.getByRole('button', { name: /^Cancel the download/ }).click()
  await expect(progress).toBeHidden()
  await offered.getByRole('button', { name: /^Go on downloading/ }).click()
  await expect(progress).toHaveAttribute('aria-valuenow', '2')
  expect(mirror.ranges).toEqual([undefined, `bytes=${sent}-`])
  await offered.getByRole('button', { name: /^Cancel the download/ }).click()
  mirror.isGone = true
  await offered.getByRole('button', { name: /^Go on downloading/ }).click()
  await expect(offered.getByRole('alert')).toContainText('no longer has this file')

  await page.getByRole('button', { name: 'Use good' }).click()
  const connection = page.getByRole('list', { name: /^Models/ }).getByRole('listitem')
  await expect(connection.getByText('Running')).toBeVisible()
  await connection.getByRole('button', { name: 'Test good' }).click()
  await expect(connection.getByText('It works. good.gguf began to answer')).toBeVisible()
  await connection.getByRole('button', { name: 'Stop good' }).click()
  await expect(connection.getByText('Switched off')).toBeVisible()
  await connection.getByRole('button', { name: 'Start good' }).click()
  await expect(connection.getByText('Working')).toBeVisible()
})
