import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { s3Account, startS3Server } from '#tests/support/s3-server.ts'
import { createMovingStorage } from './index.ts'
import { LocalFolder } from './local-folder.ts'
import { moveFiles } from './move-files.ts'
import type { FileStorage } from './provider.ts'
import { S3Storage } from './s3.ts'

const root = await mkdtemp(path.join(tmpdir(), 'troupe-move-'))
const server = await startS3Server()
const folder = new LocalFolder(path.join(root, 'files'))
const bucket = new S3Storage({ endpoint: server.url, prefix: 'files/', ...s3Account })
afterAll(async () => {
  await server.close()
  await rm(root, { recursive: true, force: true })
})

const nameOf = (index: number) => `01920000-0000-7000-8000-${index.toString(16).padStart(12, '0')}.webp`
const contents = new Map(Array.from({ length: 8 }, (_, index) => [nameOf(index), randomBytes(500 + index)]))
const read = async (storage: FileStorage, name: string) => {
  const file = await storage.open(name)
  return file && buffer(file.stream)
}
const count = async (storage: FileStorage) => {
  let files = 0
  for await (const _ of storage.list()) files += 1
  return files
}

describe.each([
  ['from the folder to the bucket', folder, bucket],
  ['from the bucket to the folder', bucket, folder],
] as [string, FileStorage, FileStorage][])('moving %s', (_, from, to) => {
  beforeEach(async () => {
    for (const [name, bytes] of contents) await from.put(name, bytes)
  })
  afterEach(async () => {
    Object.assign(server, { failures: [], onRequest: null, corrupt: null, isDown: false })
    for (const name of contents.keys()) for (const storage of [from, to]) await storage.remove(name)
  })

  it('resumes where it was interrupted, and loses nothing while the service does not answer', async () => {
    let answered = 0
    server.onRequest = () => {
      answered += 1
      if (answered === 10) server.isDown = true
    }
    await moveFiles(from, to).catch(() => {})
    server.isDown = false
    server.onRequest = null
    const both = createMovingStorage(to, from)
    for (const [name, bytes] of contents) expect(await read(both, name)).toEqual(bytes)
    expect((await moveFiles(from, to)).problems).toEqual([])
    expect([await count(from), await count(to)]).toEqual([0, 8])
  })

  it('serves every file at every moment, and leaves no file behind that is deleted meanwhile', async () => {
    const both = createMovingStorage(to, from)
    const deleted = [...contents.keys()].filter((_name, index) => index % 3 === 0)
    const kept = [...contents].filter(([name]) => !deleted.includes(name))
    let isMoving = true
    const moving = moveFiles(from, to).finally(() => {
      isMoving = false
    })
    const deleting = (async () => {
      for (const name of deleted) await both.remove(name)
    })()
    const missing: string[] = []
    while (isMoving) {
      for (const [name, bytes] of kept) if (!(await read(both, name))?.equals(bytes)) missing.push(name)
    }
    await deleting
    expect((await moving).problems).toEqual([])
    expect(missing).toEqual([])
    expect([await count(from), await count(to)]).toEqual([0, kept.length])
  })
})

it('keeps a file whose copy is not the same', async () => {
  const name = nameOf(1)
  await folder.put(name, Buffer.from('a whole image'))
  server.corrupt = (bytes) => bytes.subarray(1)
  const { moved, problems } = await moveFiles(folder, bucket)
  expect([moved, problems]).toEqual([0, [`${name}: the copy is not the same.`]])
  expect(await read(folder, name)).toEqual(Buffer.from('a whole image'))
})
