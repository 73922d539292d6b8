import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { s3Account, startS3Server } from '#tests/support/s3-server.ts'
import { createMovingStorage } from './index.ts'
import { LocalFolder } from './local-folder.ts'
import type { FileStorage } from './provider.ts'
import { S3Storage } from './s3.ts'

const folder = await mkdtemp(path.join(tmpdir(), 'troupe-storage-'))
const server = await startS3Server()
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const s3 = (settings: Partial<ConstructorParameters<typeof S3Storage>[0]> = {}) =>
  new S3Storage({ endpoint: server.url, prefix: '', ...s3Account, ...settings })

/** Every storage must pass this test: it is what the rest of the server relies on. */
const storages: [string, FileStorage][] = [
  ['a folder', new LocalFolder(path.join(folder, 'files'))],
  ['a bucket', s3()],
  ['a part of a bucket', s3({ prefix: 'one/part/' })],
  ['a bucket with a folder from before', createMovingStorage(s3({ prefix: 'moving/' }), new LocalFolder(folder))],
]

const nameOf = (digits: string) => `01920000-0000-7000-8000-0000000000${digits}.webp`
const name = nameOf('ab')
const listAll = async (storage: FileStorage) => {
  const names: string[] = []
  for await (const each of storage.list()) names.push(each)
  return names.sort()
}

describe.each(storages)('the storage in %s', (_, storage) => {
  it('returns a stored file byte for byte', async () => {
    const bytes = Uint8Array.from({ length: 200_000 }, (_value, index) => index % 251)
    await storage.put(name, bytes)
    const stored = await storage.open(name)
    if (!stored) throw new Error('The file was not stored.')
    expect(stored.size).toBe(bytes.length)
    expect(new Uint8Array(await buffer(stored.stream))).toEqual(bytes)
  })

  it('returns null for a name that was never stored', async () => {
    expect(await storage.open(nameOf('ff'))).toBeNull()
  })

  it('removes a file, and does nothing when it is removed again', async () => {
    await storage.put(name, new Uint8Array([1, 2, 3]))
    await storage.remove(name)
    expect(await storage.open(name)).toBeNull()
    await storage.remove(name)
  })

  it('lists every file once', async () => {
    expect(await listAll(storage)).toEqual([])
    const names = Array.from({ length: 20 }, (_value, index) => nameOf((index + 16).toString(16)))
    for (const each of names) await storage.put(each, new Uint8Array([1]))
    expect(await listAll(storage)).toEqual(names)
    for (const each of names) await storage.remove(each)
  })

  it.each(['../secret.webp', 'a/b.webp', 'a\\b.webp', '.webp', 'a.webp.part', 'A.webp', '', 'a\0.webp'])(
    'rejects the invalid name %j',
    async (invalid) => {
      expect(await storage.open(invalid)).toBeNull()
      await expect(storage.put(invalid, new Uint8Array([1]))).rejects.toThrow('Not a name')
      await expect(storage.remove(invalid)).rejects.toThrow('Not a name')
    },
  )
})

describe('a bucket', () => {
  afterEach(() => {
    server.objects.clear()
    server.isDown = false
  })

  it.each(['error', 'reset', 'cut'] as const)('repeats a request after %s', async (failure) => {
    await s3().put(name, new Uint8Array([1, 2, 3, 4]))
    server.failures.push(failure)
    const stored = await s3().open(name)
    expect(stored && (await buffer(stored.stream))).toEqual(Buffer.from([1, 2, 3, 4]))
  })

  it.each([
    ['InvalidAccessKeyId', { accessKeyId: 'AKIASOMEBODYELSE' }],
    ['SignatureDoesNotMatch', { secretAccessKey: 'a wrong secret' }],
    ['AuthorizationHeaderMalformed', { region: 'us-east-1' }],
    ['NoSuchBucket', { bucket: 'another-bucket' }],
  ])('says what the service refuses: %s', async (code, settings) => {
    const refused = s3(settings)
    const message = new RegExp(`^The bucket .+ at 127\\.0\\.0\\.1:\\d+ answers 40\\d \\(${code}\\)`)
    await expect(refused.put(name, new Uint8Array([1]))).rejects.toThrow(message)
    await expect(refused.open(name)).rejects.toThrow(message)
    await expect(refused.remove(name)).rejects.toThrow(message)
    await expect(refused.check()).rejects.toThrow(code)
  })

  it('says that the service does not answer', async () => {
    await s3().check()
    server.isDown = true
    await expect(s3().open(name)).rejects.toThrow(/^The bucket troupe-pictures at .* does not answer/)
    await expect(s3().check()).rejects.toThrow('does not answer')
  })
})
