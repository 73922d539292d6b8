import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FileStorage } from './provider.ts'

export interface StorageUnderTest {
  storage: FileStorage
  close(): Promise<void>
}

const name = '01920000-0000-7000-8000-0000000000ab.webp'

/** What the rest of the house may rely on, wherever files are kept. Every entry of the list passes it. */
export function describeStorage(title: string, make: () => Promise<StorageUnderTest>): void {
  describe(`${title} keeps the contract of a storage`, () => {
    let made: StorageUnderTest
    beforeAll(async () => {
      made = await make()
    })
    afterAll(() => made.close())

    it('gives back what was put in, byte for byte', async () => {
      const bytes = Uint8Array.from({ length: 200_000 }, (_, index) => index % 251)
      await made.storage.put(name, bytes)
      const kept = await made.storage.open(name)
      if (!kept) throw new Error('Nothing was kept.')
      expect(kept.size).toBe(bytes.length)
      expect(new Uint8Array(await buffer(kept.stream))).toEqual(bytes)
    })

    it('has nothing under a name nobody used', async () => {
      expect(await made.storage.open('01920000-0000-7000-8000-0000000000ff.webp')).toBeNull()
    })

    it('lets go of what is removed, and does not mind removing it twice', async () => {
      await made.storage.put(name, new Uint8Array([1, 2, 3]))
      await made.storage.remove(name)
      expect(await made.storage.open(name)).toBeNull()
      await made.storage.remove(name)
    })

    it.each(['../secret.webp', 'a/b.webp', 'a\\b.webp', '.webp', 'a.webp.part', 'A.webp', '', 'a\0.webp'])(
      'leads nowhere else: %j',
      async (outside) => {
        expect(await made.storage.open(outside)).toBeNull()
        await expect(made.storage.put(outside, new Uint8Array([1]))).rejects.toThrow('Not a name')
        await expect(made.storage.remove(outside)).rejects.toThrow('Not a name')
      },
    )
  })
}
