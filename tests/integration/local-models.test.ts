import { createServer } from 'node:http'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { connectModelFile } from '#server/admin/models/model-connections.ts'
import type { ChatResponse } from '#shared/chat.ts'
import type { ErrorBody } from '#shared/errors.ts'
import type { LocalModels } from '#shared/local-models.ts'
import type { ConnectionInput, ModelConnection, ModelConnections, TestResult } from '#shared/models.ts'
import { installFakeLlama } from '#tests/support/fake-llama.ts'
import { signUpAdmin } from '#tests/support/moderation.ts'
import { serve } from '#tests/support/serve.ts'
import { createCharacter, createTestApp, waitForReplies } from '#tests/support/test-app.ts'

/** In place of Hugging Face. */
const mirror = createServer((request, response) => {
  asked.push(request.url ?? '')
  if (mirrorState.status !== 200) return void response.writeHead(mirrorState.status).end()
  response.writeHead(200, { 'content-length': mirrorState.bytes })
  const content = 'GGUF and the rest never comes'
  if (mirrorState.bytes === content.length) response.end(content)
  else response.write(content)
})
const asked: string[] = []
const mirrorState = { status: 404, bytes: 1_117_320_736 }
const { url: mirrorUrl, close: closeMirror } = await serve(mirror)

const env = {
  MODEL_BASE_URL: '',
  MODEL_NAME: '',
  LOCAL_MODELS: 'off',
  HF_ENDPOINT: `${mirrorUrl}/`,
}
const app = await createTestApp({ env })
const admin = await signUpAdmin(app, 'operating')
const player = await app.signUp('player')
const character = await createCharacter(await app.signUp('author'))
afterEach(async () => {
  for (const { id } of await connections()) await admin.request('DELETE', `/api/admin/models/${id}`)
})
afterAll(async () => {
  await app.close()
  await closeMirror()
})

const path = '/api/admin/local-models'
const read = () => admin.get<LocalModels>(path)
const connections = async () => (await admin.get<ModelConnections>('/api/admin/models')).connections
const input = (model: string, fields: Partial<ConnectionInput> = {}): ConnectionInput => ({
  name: model,
  service: 'local-model',
  baseUrl: 'http://localhost/local-model',
  model,
  ...fields,
})
const connect = (model: string) => admin.post<ModelConnection>('/api/admin/models', input(model))
const processOf = async (id: string) => (await connections()).find((entry) => entry.id === id)?.process
const send = async (message = 'Good evening.') => {
  const sent = await player.request<ChatResponse & ErrorBody>('POST', '/api/chat', {
    characterId: character.id,
    message,
  })
  await waitForReplies(app)
  return sent
}
const replyOf = async () => (await app.rows('messages', { role: 'character' })).findLast(({ parent_id }) => parent_id)

describe('models on this machine', () => {
  it('need llama.cpp, and what is offered says what the machine can run', async () => {
    const before = await read()
    expect(before.runtime).toEqual({ state: 'missing', problem: null })
    expect(before.files).toEqual([])
    expect(before.catalogue.map(({ id }) => id)).toEqual(['qwen2.5-1.5b', 'qwen3-4b', 'mistral-nemo-12b'])
    expect(before.catalogue.filter(({ isRecommended }) => isRecommended)).toHaveLength(1)
    const { id } = await connect('good.gguf')
    await expect.poll(async () => (await connections())[0]).toMatchObject({ id, process: 'failed', state: 'failing' })
    expect((await connections())[0]?.failure?.message).toMatch(/“good.gguf” is not in the folder of models/)
    installFakeLlama(app.context.env.dataDir)
    expect((await read()).runtime.state).toBe('installed')
    expect((await read()).files.map(({ name }) => name)).toEqual([
      'broken.gguf',
      'endless.gguf',
      'environment.gguf',
      'good.gguf',
    ])
  })

  it('are started and stopped with their connection, and answer players', async () => {
    const { id, process } = await connect('good.gguf')
    expect(process).toMatch(/loading|running/)
    await expect.poll(() => processOf(id)).toBe('running')
    expect((await read()).files.find(({ name }) => name === 'good.gguf')?.isConnected).toBe(true)
    expect((await send()).status).toBe(200)
    expect((await replyOf())?.content).toMatch(/^Words of \d+\.$/)
    const { figures } = (await connections())[0] ?? {}
    expect(figures).toMatchObject({ requests: 1, failures: 0, replyTokens: 3 })
    await admin.put(`/api/admin/models/${id}`, input('good.gguf', { enabled: false }))
    await expect.poll(() => processOf(id)).toBe('stopped')
    await admin.put(`/api/admin/models/${id}`, input('good.gguf'))
    await expect.poll(() => processOf(id)).toBe('running')
    const tried = await admin.post<TestResult>('/api/admin/models/test', { id, connection: input('good.gguf') })
    expect(tried).toMatchObject({ ok: true, message: expect.stringMatching(/^It works\./) })
  })

  it('whose process is killed during a reply: the player gets an error, and the next reply works', async () => {
    const { id } = await connect('endless.gguf')
    await expect.poll(() => processOf(id)).toBe('running')
    const local = app.context.models.findLocal(id)
    const sent = send('Tell me a long story.')
    await expect.poll(async () => (await replyOf())?.content).toMatch(/And on\./)
    const pid = local?.process.pid ?? 0
    process.kill(pid, 'SIGKILL')
    await sent
    expect(await replyOf()).toMatchObject({ status: 'interrupted', content: expect.stringMatching(/And on\./) })
    expect((await connections())[0]).toMatchObject({ state: 'failing' })
    expect((await connections())[0]?.failure?.message).toMatch(/process of the model “endless.gguf” has ended/)
    await admin.put(`/api/admin/models/${id}`, input('good.gguf'))
    expect((await send('And now?')).status).toBe(200)
    expect((await replyOf())?.content).toMatch(/^Words of \d+\.$/)
  })

  it('that cannot be loaded leave the reply to the next connection, and the page says why', async () => {
    const { id } = await connect('broken.gguf')
    await connect('good.gguf')
    expect((await send()).status).toBe(200)
    expect((await replyOf())?.content).toMatch(/^Words of \d+\.$/)
    const [broken] = await connections()
    expect(broken).toMatchObject({ id, state: 'failing', process: 'failed' })
    expect(broken?.failure?.message).toMatch(/could not be loaded.*too little memory/)
    const tried = await admin.post<TestResult>('/api/admin/models/test', { connection: input('absent.gguf') })
    expect(tried).toMatchObject({ ok: false, message: expect.stringMatching(/is not in the folder of models/) })
    for (const model of [null, '../../troupe.db', 'model.bin']) {
      const refused = await admin.request('POST', '/api/admin/models', { ...input('x'), model })
      expect(refused).toMatchObject({ status: 400, body: { fields: { model: expect.any(String) } } })
    }
  })

  it('end with the server, and are loaded again at its start', async () => {
    const { id } = await connect('good.gguf')
    await expect.poll(() => processOf(id)).toBe('running')
    const pid = app.context.models.findLocal(id)?.process.pid ?? 0
    await app.restart()
    expect(() => process.kill(pid, 0)).toThrow('ESRCH')
    await expect.poll(() => processOf(id)).toBe('running')
  })

  it('that the command line connects are noticed by the running server', async () => {
    expect(await connectModelFile(app.context, 'good.gguf', 'From the command line')).toBe(true)
    expect(await connectModelFile(app.context, 'good.gguf', 'Once more')).toBe(false)
    await expect.poll(async () => (await connections())[0]?.process).toBe('running')
    expect((await app.rows('audit_entries')).at(-1)).toMatchObject({
      action: 'save_model',
      actor_id: null,
      request_id: 'command line',
    })
  })
})

describe('downloading a model', () => {
  const begin = (id = 'qwen2.5-1.5b') => admin.request<LocalModels & ErrorBody>('POST', `${path}/download`, { id })

  it('shows its progress, refuses a second one, and keeps what came when it is cancelled', async () => {
    Object.assign(mirrorState, { status: 200, bytes: 1_117_320_736 })
    await begin()
    await expect.poll(async () => (await read()).download).toMatchObject({ receivedBytes: 29, problem: null })
    expect((await read()).download).toMatchObject({ id: 'qwen2.5-1.5b', totalBytes: 1_117_320_736, state: 'running' })
    expect(await begin('qwen3-4b')).toMatchObject({
      status: 409,
      body: { error: expect.stringMatching(/Another model/) },
    })
    const after = (await admin.request<LocalModels>('DELETE', `${path}/download`)).body
    expect(after.download).toBeNull()
    expect(after.catalogue[0]).toMatchObject({ id: 'qwen2.5-1.5b', receivedBytes: 29 })
    expect((await begin('unknown')).status).toBe(404)
  })

  it('a file that no connection uses can be deleted', async () => {
    installFakeLlama(app.context.env.dataDir)
    const remove = (name: string) => admin.request('DELETE', `${path}/files/${encodeURIComponent(name)}`)
    await connect('good.gguf')
    expect((await remove('good.gguf')).status).toBe(409)
    expect((await remove('broken.gguf')).status).toBe(200)
    expect((await read()).files.map(({ name }) => name)).toEqual(['endless.gguf', 'environment.gguf', 'good.gguf'])
    for (const name of ['broken.gguf', '../secret.key', '..%2Fsecret.key', 'good.gguf.part']) {
      expect((await remove(name)).status).toBe(404)
    }
  })
})
