import { createHash } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { crc32 } from '#engine/cards/crc32.ts'
import { writeZip, writeZipDirectory, writeZipHeader, type ZipRecord } from '#engine/cards/zip.ts'
import { type ArchiveManifest, archiveFormat } from '#shared/account-archive.ts'
import { ArchiveError, openArchive } from './open-archive.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const content = bytesOf('{"entries":[]}')
const entry = {
  kind: 'lorebook' as const,
  path: 'lorebooks/Reefs 1.json',
  sha256: createHash('sha256').update(content).digest('hex'),
  size: content.length,
  id: 'a',
  name: 'Reefs',
}
const manifestOf = (changes: Partial<ArchiveManifest> | { version: number } = {}) => ({
  path: 'manifest.json',
  bytes: bytesOf(
    JSON.stringify({
      ...{ format: archiveFormat, version: 1, application: 'Troupe', createdAt: '', entries: [entry], leftOut: [] },
      ...changes,
    }),
  ),
})
const file = { path: entry.path, bytes: content }
const open = (bytes: Uint8Array<ArrayBuffer>) => openArchive(new Blob([bytes]))
const problemOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: unknown) => (error instanceof ArchiveError ? error.message : `${error}`),
  )
const readProblem = (bytes: Uint8Array<ArrayBuffer>) =>
  problemOf(open(bytes).then(({ read, manifest }) => read(manifest.entries[0] ?? entry)))

/** An archive with files whose directory says what it likes of them. */
function craft(files: (Partial<ZipRecord> & { path: string; data: Uint8Array })[]) {
  const parts: Uint8Array[] = []
  let localAt = 0
  const records = files.map(({ data, ...record }) => {
    const header = writeZipHeader({ path: record.path })
    parts.push(header, data)
    const whole = {
      size: data.length,
      packedSize: data.length,
      isDeflated: false,
      crc: crc32(data),
      localAt,
      ...record,
    }
    localAt += header.length + data.length
    return whole
  })
  return new Uint8Array(Buffer.concat([...parts, writeZipDirectory(records, localAt)]))
}
const deflated = ({ path, bytes }: { path: string; bytes: Uint8Array }) => {
  return { path, data: deflateRawSync(bytes), size: bytes.length, crc: crc32(bytes), isDeflated: true }
}

it('reads an archive, also one whose folder another program has packed again', async () => {
  const folder = (one: typeof file) => deflated({ ...one, path: `troupe/${one.path}` })
  for (const bytes of [writeZip([file, manifestOf()]), craft([folder(file), folder(manifestOf())])]) {
    const { manifest, read } = await open(bytes)
    expect(manifest.entries).toEqual([entry])
    expect(await read(entry)).toEqual(content)
  }
})

it.each([
  [
    'no archive',
    bytesOf('Not a ZIP'),
    /^This archive is damaged\. It may not have been downloaded completely: download it again\.$/,
  ],
  ['another archive', writeZip([file]), /^This file is not an archive of an account/],
  ['of a newer version', writeZip([file, manifestOf({ version: 2 })]), /newer version/],
  ['a path out of it', writeZip([{ path: '../../etc/passwd', bytes: content }, manifestOf()]), /leads out of it/],
  ['two files of a name', writeZip([file, file, manifestOf()]), /two files of the same name/],
])('refuses %s with a sentence', async (_, bytes, problem) => {
  expect(await problemOf(open(bytes))).toMatch(problem)
})

it.each([
  ['a missing file', writeZip([manifestOf()]), /does not have this file/],
  ['another content', writeZip([{ ...file, bytes: bytesOf('{"entries":{}}') }, manifestOf()]), /its hash does not fit/],
  ['a wrong checksum', craft([{ path: file.path, data: content, crc: 1 }, deflated(manifestOf())]), /is damaged/],
  [
    'a file of 4 GB',
    craft([{ path: file.path, data: content, size: 2 ** 32 - 1 }, deflated(manifestOf())]),
    /too large/,
  ],
  [
    'a file that unpacks to more than it says',
    craft([{ ...deflated({ path: file.path, bytes: new Uint8Array(50_000_000) }), size: 14 }, deflated(manifestOf())]),
    /is damaged/,
  ],
])('refuses %s, and reads the others', async (_, bytes, problem) => {
  expect(await readProblem(bytes)).toMatch(problem)
})

it('refuses an archive that is cut or changed anywhere with a sentence', async () => {
  const whole = craft([deflated(file), deflated(manifestOf())])
  const change = fc.tuple(fc.nat({ max: whole.length - 1 }), fc.integer({ min: 1, max: 255 }))
  const changed = change.map(([at, by]) => whole.map((byte, index) => (index === at ? byte ^ by : byte)))
  const cut = fc.nat({ max: whole.length - 1 }).map((length) => whole.slice(0, length))
  await fc.assert(
    fc.asyncProperty(fc.oneof(changed, cut), async (bytes) => {
      expect(await readProblem(bytes)).toMatch(/^(?:none|(?:This|The) .*\.)$/)
    }),
    { numRuns: 150 },
  )
})
