import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { modelsFolder, runtimeFolder } from '#server/providers/models/local/folders.ts'
import { installRuntime, isRuntimeInstalled } from '#server/providers/models/local/runtime.ts'
import type { ModelConnection, ModelConnections } from '#shared/models.ts'
import { runScript } from '#tests/support/child-process.ts'
import { signUpAdmin } from '#tests/support/moderation.ts'
import { createCharacter, createSharedApp, waitForReplies } from '#tests/support/test-app.ts'
import { createTinyGguf } from '#tests/support/tiny-gguf.ts'

const root = path.join(import.meta.dirname, '..', '..')
/** Installed once, and kept for the next run. */
const cache = path.join(root, '.cache')
const words = 'Good evening traveller the lamp burns low and rain is on every roof'.split(' ')
const spoken = words.join(' ')

if (!isRuntimeInstalled(cache)) await installRuntime(cache)
const app = await createSharedApp({ env: { MODEL_BASE_URL: '', MODEL_NAME: '', LOCAL_MODELS: 'off' } })
const { dataDir, databaseUrl } = app.context.env
mkdirSync(modelsFolder(dataDir), { recursive: true })
symlinkSync(runtimeFolder(cache), runtimeFolder(dataDir))
writeFileSync(path.join(modelsFolder(dataDir), 'tiny.gguf'), createTinyGguf({ words }))
writeFileSync(path.join(modelsFolder(dataDir), 'damaged.gguf'), createTinyGguf({ words }).subarray(0, 50_000))
const admin = await signUpAdmin(app, 'operating')
const player = await app.signUp('player')
const character = await createCharacter(await app.signUp('author'))

const connections = async () => (await admin.get<ModelConnections>('/api/admin/models')).connections
const use = async (model: string) => {
  for (const { id } of await connections()) await admin.request('DELETE', `/api/admin/models/${id}`)
  const input = { name: model, service: 'local-model', baseUrl: 'http://localhost/local-model', model }
  const { id } = await admin.post<ModelConnection>('/api/admin/models', input)
  await expect.poll(async () => (await connections())[0]?.process, { timeout: 30_000 }).not.toBe('loading')
  return id
}
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
    const body = { characterId: character.id, message: 'Who goes there? — 誰だ' }
    const reply = await player.stream('POST', '/api/chat', { body })
    expect((await reply.rest()).map(({ event }) => event)).toContain('done')
    await waitForReplies(app)
    expect(await newestReply()).toEqual({ content: spoken, status: 'complete' })
    expect(app.context.models.findLocal(id)?.process.pid).not.toBe(process.pid)
    const { figures } = (await connections())[0] ?? {}
    expect(figures).toMatchObject({ requests: 1, failures: 0 })
    expect(figures?.promptTokens).toBeGreaterThan(100)
    expect(figures?.replyTokens).toBeGreaterThanOrEqual(words.length)
  })

  it('says that a damaged file cannot be loaded', async () => {
    await use('damaged.gguf')
    await expect.poll(async () => (await connections())[0]?.state, { timeout: 30_000 }).toBe('failing')
    expect((await connections())[0]?.failure?.message).toMatch(/could not be loaded/)
  })
})

describe('npm run local-model', () => {
  const run = (...args: string[]) => {
    const env = { DATA_DIR: dataDir, HF_ENDPOINT: 'http://127.0.0.1:9' }
    return runScript('scripts/local-model.ts', args, databaseUrl ? { ...env, DATABASE_URL: databaseUrl } : env)
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
