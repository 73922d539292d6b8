import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, describe, expect, it } from 'vitest'
import { LocalFolder } from './local-folder.ts'
import type { FileStorage } from './provider.ts'

const folder = await mkdtemp(path.join(tmpdir(), 'troupe-storage-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Every storage must pass this test: it is what the rest of the server relies on. */
const storages: FileStorage[] = [new LocalFolder(path.join(folder, 'files'))]

const name = '01920000-0000-7000-8000-0000000000ab.webp'

describe.each(storages)('the storage $id', (storage) => {
  it('returns a stored file byte for byte', async () => {
    const bytes = Uint8Array.from({ length: 200_000 }, (_, index) => index % 251)
    await storage.put(name, bytes)
    const stored = await storage.open(name)
    if (!stored) throw new Error('The file was not stored.')
    expect(stored.size).toBe(bytes.length)
    expect(new Uint8Array(await buffer(stored.stream))).toEqual(bytes)
  })

  it('returns null for a name that was never stored', async () => {
    expect(await storage.open('01920000-0000-7000-8000-0000000000ff.webp')).toBeNull()
  })

  it('removes a file, and does nothing when it is removed again', async () => {
    await storage.put(name, new Uint8Array([1, 2, 3]))
    await storage.remove(name)
    expect(await storage.open(name)).toBeNull()
    await storage.remove(name)
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
