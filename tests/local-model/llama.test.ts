import { spawn } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { modelsFolder, runtimeFolder } from '#server/providers/models/local/folders.ts'
import { installRuntime, isRuntimeInstalled } from '#server/providers/models/local/runtime.ts'
import type { Character } from '#shared/characters.ts'
import type { ChatResponse } from '#shared/chat.ts'
import type { ErrorBody } from '#shared/errors.ts'
import type { ConnectionInput, ModelConnection, ModelConnections } from '#shared/models.ts'
import { waitForExit } from '#tests/support/child-process.ts'
import { signUpAdmin } from '#tests/support/moderation.ts'
import { type Client, createCharacter, createTestApp, type TestApp, waitForReplies } from '#tests/support/test-app.ts'
import { createTinyGguf } from '#tests/support/tiny-gguf.ts'

const root = path.join(import.meta.dirname, '..', '..')
/** Installed once, and kept for the next run. */
const cache = path.join(root, '.cache')
const words = 'Good evening traveller the lamp burns low and rain is on every roof'.split(' ')
const spoken = words.join(' ')

let app: TestApp
let admin: Client
let player: Client
let character: Character

beforeAll(async () => {
  if (!(await isRuntimeInstalled(cache))) await installRuntime(cache, () => {})
  app = await createTestApp({ env: { MODEL_BASE_URL: '', MODEL_NAME: '', LOCAL_MODELS: 'off' } })
  const { dataDir } = app.context.env
  mkdirSync(modelsFolder(dataDir), { recursive: true })
  symlinkSync(runtimeFolder(cache), runtimeFolder(dataDir))
  writeFileSync(path.join(modelsFolder(dataDir), 'tiny.gguf'), createTinyGguf({ words }))
  writeFileSync(path.join(modelsFolder(dataDir), 'endless.gguf'), createTinyGguf({ words, repeats: true }))
  writeFileSync(path.join(modelsFolder(dataDir), 'damaged.gguf'), createTinyGguf({ words }).subarray(0, 50_000))
  admin = await signUpAdmin(app, 'operating')
  player = await app.signUp('player')
  character = await createCharacter(await app.signUp('author'))
})
afterAll(() => app.close())

const connections = async () => (await admin.get<ModelConnections>('/api/admin/models')).connections
const input = (model: string, fields: Partial<ConnectionInput> = {}): ConnectionInput => ({
  name: model,
  service: 'local-model',
  baseUrl: 'http://localhost/local-model',
  model,
  ...fields,
})
const use = async (model: string, fields?: Partial<ConnectionInput>) => {
  for (const { id } of await connections()) await admin.request('DELETE', `/api/admin/models/${id}`)
  const { id } = await admin.post<ModelConnection>('/api/admin/models', input(model, fields))
  await expect.poll(async () => (await connections())[0]?.process, { timeout: 30_000 }).not.toBe('loading')
  return id
}
const body = (message: string) => ({ characterId: character.id, message })
const send = (message = 'Good evening.') => player.request<ChatResponse & ErrorBody>('POST', '/api/chat', body(message))
const stream = (message: string) =>
  player.raw('/api/chat', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify(body(message)),
  })
const newestReply = () =>
  app.context.db
    .selectFrom('messages')
    .select(['content', 'status'])
    .where('role', '=', 'character')
    .where('parent_id', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

describe('llama.cpp with a model file of this test', () => {
  it('answers in a stream, from a process of its own', async () => {
    const id = await use('tiny.gguf')
    const response = await stream('Who goes there? — 誰だ')
    const events = await response.text()
    expect(response.headers.get('content-type')).toMatch(/event-stream/)
    expect(events).toMatch(/event: done/)
    await waitForReplies(app)
    expect(await newestReply()).toEqual({ content: spoken, status: 'complete' })
    expect(app.context.models.findLocal(id)?.process.pid).not.toBe(process.pid)
    const { figures } = (await connections())[0] ?? {}
    expect(figures).toMatchObject({ requests: 1, failures: 0 })
    expect(figures?.promptTokens).toBeGreaterThan(100)
    expect(figures?.replyTokens).toBeGreaterThanOrEqual(words.length)
  })

  it('whose process is killed during a reply: the catalogue’s error, and the next reply works', async () => {
    const id = await use('endless.gguf', { contextTokens: 8_192, maxReplyTokens: 4_000 })
    const response = await stream('Tell me all of it.')
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    let events = ''
    while (!events.includes('lamp')) events += (await reader?.read())?.value ?? ''
    const pid = app.context.models.findLocal(id)?.process.pid ?? 0
    process.kill(pid, 'SIGKILL')
    for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) events += chunk.value
    expect(events).toMatch(/event: error[\s\S]*"server_error"/)
    await waitForReplies(app)
    expect(await newestReply()).toMatchObject({ status: 'interrupted' })
    expect((await connections())[0]?.failure?.message).toMatch(/process of the model “endless.gguf” has ended/)
    await admin.put(`/api/admin/models/${id}`, input('endless.gguf', { maxReplyTokens: 20 }))
    expect((await send('And then?')).status).toBe(200)
    await waitForReplies(app)
    expect(await newestReply()).toMatchObject({ status: 'complete', content: expect.stringMatching(/on every roof/) })
  })

  it('does not hold up the server while it reads a long prompt', async () => {
    await use('tiny.gguf')
    let answered = 0
    let isWriting = true
    const reading = (async () => {
      while (isWriting) {
        if ((await app.visitor().raw('/healthz')).status === 200) answered += 1
      }
    })()
    // Each letter is a token to this model.
    const { status } = await send('A long letter. '.repeat(200))
    await waitForReplies(app)
    isWriting = false
    await reading
    expect(status).toBe(200)
    expect(await newestReply()).toEqual({ content: spoken, status: 'complete' })
    expect(answered).toBeGreaterThan(10)
  })

  it('says that a damaged file cannot be loaded', async () => {
    await use('damaged.gguf')
    await expect.poll(async () => (await connections())[0]?.state, { timeout: 30_000 }).toBe('failing')
    expect((await connections())[0]?.failure?.message).toMatch(/could not be loaded/)
  })
})

describe('npm run local-model', () => {
  const run = async (...args: string[]) => {
    const { dataDir, databaseUrl } = app.context.env
    const child = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', 'scripts/local-model.ts', ...args],
      {
        cwd: root,
        env: {
          PATH: process.env.PATH ?? '',
          DATA_DIR: dataDir,
          HF_ENDPOINT: 'http://127.0.0.1:9',
          ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    )
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += String(chunk)))
    await waitForExit(child)
    return { output, code: child.exitCode }
  }

  it('takes a GGUF file, tries it and connects it', async () => {
    const file = path.join(app.context.env.dataDir, 'my-own.gguf')
    writeFileSync(file, createTinyGguf({ words }))
    const { output, code } = await run(file)
    expect(output).toMatch(new RegExp(`It works: “${spoken}” \\(\\d+ tokens in [\\d.]+ s.*It is connected`, 's'))
    expect(code).toBe(0)
    await expect
      .poll(async () => (await connections()).find(({ model }) => model === 'my-own.gguf')?.process, {
        timeout: 30_000,
      })
      .toBe('running')
    expect((await run(file)).output).toMatch(/It was connected before/)
  })

  it('offers three models, and says what is wrong', async () => {
    const list = await run()
    expect(list.output).toMatch(/Qwen2\.5 1\.5B.*Qwen3 4B.*Mistral Nemo 12B.*Name one/s)
    expect(list.output.match(/– recommended/g)).toHaveLength(1)
    expect((await run('qwen3-4b')).output).toMatch(/127\.0\.0\.1:9 cannot be reached/)
    const other = path.join(app.context.env.dataDir, 'text.gguf')
    writeFileSync(other, 'This is a text.')
    expect(await run(other)).toMatchObject({ code: 1, output: expect.stringMatching(/is not a GGUF file/) })
    expect(await run('unknown')).toMatchObject({ code: 1, output: expect.stringMatching(/no model of that name/) })
  })
})
