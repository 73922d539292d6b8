import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FileStorage } from './provider.ts'

export interface StorageUnderTest {
  storage: FileStorage
  close(): Promise<void>
}

const name = '01920000-0000-7000-8000-0000000000ab.webp'

/** What the rest of the server relies on. Every storage must pass it. */
export function describeStorage(title: string, make: () => Promise<StorageUnderTest>): void {
  describe(`${title} fulfils the storage contract`, () => {
    let made: StorageUnderTest
    beforeAll(async () => {
      made = await make()
    })
    afterAll(() => made.close())

    it('returns a stored file byte for byte', async () => {
      const bytes = Uint8Array.from({ length: 200_000 }, (_, index) => index % 251)
      await made.storage.put(name, bytes)
      const stored = await made.storage.open(name)
      if (!stored) throw new Error('The file was not stored.')
      expect(stored.size).toBe(bytes.length)
      expect(new Uint8Array(await buffer(stored.stream))).toEqual(bytes)
    })

    it('returns null for a name that was never stored', async () => {
      expect(await made.storage.open('01920000-0000-7000-8000-0000000000ff.webp')).toBeNull()
    })

    it('removes a file, and does nothing when it is removed again', async () => {
      await made.storage.put(name, new Uint8Array([1, 2, 3]))
      await made.storage.remove(name)
      expect(await made.storage.open(name)).toBeNull()
      await made.storage.remove(name)
    })

    it.each(['../secret.webp', 'a/b.webp', 'a\\b.webp', '.webp', 'a.webp.part', 'A.webp', '', 'a\0.webp'])(
      'rejects the invalid name %j',
      async (invalid) => {
        expect(await made.storage.open(invalid)).toBeNull()
        await expect(made.storage.put(invalid, new Uint8Array([1]))).rejects.toThrow('Not a name')
        await expect(made.storage.remove(invalid)).rejects.toThrow('Not a name')
      },
    )
  })
}
