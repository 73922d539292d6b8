import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { fakeModels, installFakeLlama, startedProcesses } from '#tests/support/fake-llama.ts'
import { type GenerateOptions, ModelError } from '../provider.ts'
import { runtimeFolder } from './folders.ts'
import { LocalModel } from './local-model.ts'

const dataDir = mkdtempSync(path.join(tmpdir(), 'troupe-local-'))
installFakeLlama(dataDir, [...fakeModels, 'silent.gguf'])
const opened: LocalModel[] = []
afterEach(async () => {
  for (const model of opened.splice(0)) await model.close()
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const logged: string[] = []
const keep = (fields: object, message: string) => void logged.push(`${message} ${JSON.stringify(fields)}`)

function open(file: string, folder = dataDir): LocalModel {
  const limits = { maxReplyTokens: 200 }
  const model = new LocalModel({
    dataDir: folder,
    file,
    limits,
    createToken: () => 'a-token-for-tests',
    log: { info: keep, warn: keep },
  })
  opened.push(model)
  return model
}

/** A reply, and its text so far. `onText` is called with each piece. */
function reply(model: LocalModel, options: Partial<GenerateOptions> = {}, content = 'Good evening.') {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  let text = ''
  const onText = (piece: string) => {
    text += piece
    begin()
    options.onText?.(piece)
  }
  const request = { messages: [{ role: 'user' as const, content }], temperature: 0.8, maxTokens: 100 }
  const signal = options.signal ?? new AbortController().signal
  const done = model.generate(request, { signal, onText }).then((result) => ({ ...result, text }))
  done.catch(() => {})
  return { begun, done }
}

const pidIn = (text: string) => Number(/Words of (\d+)\./.exec(text)?.[1])
const reasonOf = (done: Promise<unknown>) =>
  done.then(
    () => 'none',
    (error: unknown) => (error instanceof ModelError ? error.reason : String(error)),
  )

describe('a model on this machine', () => {
  it('answers from a process of its own, which stays for the next reply', async () => {
    const model = open('good.gguf')
    expect(model.process.state).toBe('stopped')
    const first = await reply(model).done
    expect(first).toMatchObject({ finish: 'stop', usage: { replyTokens: 3 } })
    expect(pidIn(first.text)).toBe(model.process.pid)
    expect(pidIn(first.text)).not.toBe(process.pid)
    expect((await reply(model).done).text).toBe(first.text)
    expect(model.process.state).toBe('running')
    // It was trained with less than the default.
    expect(model.contextTokens).toBeLessThanOrEqual(4096)
  })

  it('gives the same error at once when its process is killed before its first word', async () => {
    const model = open('silent.gguf')
    const { done } = reply(model)
    await expect.poll(() => model.process.state).toBe('running')
    process.kill(model.process.pid ?? 0, 'SIGKILL')
    await expect(done).rejects.toMatchObject({ reason: 'local_ended' })
  })

  it('goes on writing when Ctrl+C reaches its process, which the server ends itself', async () => {
    const model = open('good.gguf')
    const { text } = await reply(model).done
    process.kill(model.process.pid ?? 0, 'SIGINT')
    expect((await reply(model).done).text).toBe(text)
  })

  it('writes the next reply as soon as one was stopped', async () => {
    const model = open('endless.gguf')
    for (let round = 0; round < 3; round += 1) {
      const controller = new AbortController()
      const { begun, done } = reply(model, { signal: controller.signal })
      await begun
      controller.abort()
      expect(await reasonOf(done)).toMatch(/AbortError/)
    }
  })

  it('ends its process once the replies that it writes are finished', async () => {
    const model = open('endless.gguf')
    const controller = new AbortController()
    const { begun, done } = reply(model, { signal: controller.signal })
    await begun
    const { pid } = model.process
    model.stop()
    expect(() => process.kill(pid ?? 0, 0)).not.toThrow()
    controller.abort()
    await reasonOf(done)
    await model.close()
    expect(() => process.kill(pid ?? 0, 0)).toThrow('ESRCH')
    expect(model.process.state).toBe('stopped')
  })

  it('has one process at most, however fast it is started and stopped', async () => {
    const model = open('good.gguf')
    for (let round = 0; round < 5; round += 1) {
      model.start()
      model.stop()
    }
    model.start()
    expect((await reply(model).done).finish).toBe('stop')
    await model.close()
    const isAlive = (pid: number) => {
      try {
        return process.kill(pid, 0)
      } catch {
        return false
      }
    }
    expect(startedProcesses(dataDir).filter(isAlive)).toEqual([])
    expect(model.process.state).toBe('stopped')
  })

  it('says that a prompt does not fit', async () => {
    const model = open('good.gguf')
    const long = 'word '.repeat(4_090)
    await expect(reply(model, {}, long).done).rejects.toMatchObject({ name: 'ContextOverflowError' })
    expect((await reply(model).done).finish).toBe('stop')
  })

  it('says why it cannot be loaded, and is loaded once it can be', async () => {
    const broken = open('broken.gguf')
    expect(await reasonOf(reply(broken).done)).toBe('local_load')
    broken.start()
    await expect.poll(() => broken.process.failure?.error.message).toMatch(/Failed to load model/)
    expect(await reasonOf(reply(open('absent.gguf')).done)).toBe('local_file')
    const empty = mkdtempSync(path.join(tmpdir(), 'troupe-local-'))
    installFakeLlama(empty)
    rmSync(runtimeFolder(empty), { recursive: true })
    const model = open('good.gguf', empty)
    expect(await reasonOf(reply(model).done)).toBe('local_runtime')
    installFakeLlama(empty)
    expect((await reply(model).done).finish).toBe('stop')
    rmSync(empty, { recursive: true })
  })

  it('does not get the settings and keys of the server', async () => {
    process.env.STRIPE_SECRET_KEY = 'canary-of-the-environment'
    const { text } = await reply(open('environment.gguf')).done
    delete process.env.STRIPE_SECRET_KEY
    expect(text).toContain('PATH')
    expect(text).not.toMatch(/SECRET|DATABASE/)
  })

  it('refuses requests without its token', async () => {
    const model = open('good.gguf')
    await reply(model).done
    expect(logged.join()).not.toContain('a-token-for-tests')
    const port = Number(/"port":(\d+)/.exec(logged.findLast((line) => line.includes('is running')) ?? '')?.[1])
    for (const authorization of ['', 'Bearer wrong', 'Bearer a-token-for-testz']) {
      const response = await fetch(`http://127.0.0.1:${port}/v1/models`, { headers: { authorization } })
      expect(response.status).toBe(401)
    }
  })
})
