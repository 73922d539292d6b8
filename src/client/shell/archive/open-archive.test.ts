import fc from 'fast-check'
import { expect, it } from 'vitest'
import { CardError } from '#engine/cards/card.ts'
import { type ArchiveManifest, archiveFormat } from '#shared/account-archive.ts'
import { deflateZip, withName, withRecord } from '#tests/support/zip.ts'
import { openArchive } from './open-archive.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const content = bytesOf('{"entries":[]}')
const entry = {
  kind: 'lorebook' as const,
  path: 'lorebooks/Reefs 1.json',
  sha256: '0'.repeat(64),
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
    (error: unknown) => (error instanceof CardError ? error.message : `${error}`),
  )
const readProblem = (bytes: Uint8Array<ArrayBuffer>) =>
  problemOf(open(bytes).then(({ read, manifest }) => read(manifest.entries[0] ?? entry)))

const whole = await deflateZip([file, manifestOf()])

it('reads an archive, also one whose folder another program has packed again', async () => {
  const folder = (one: typeof file) => ({ ...one, path: `troupe/${one.path}` })
  for (const bytes of [whole, await deflateZip([folder(file), folder(manifestOf())])]) {
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
  ['another archive', await deflateZip([file]), /^This file is not an archive of an account/],
  ['of a newer version', await deflateZip([file, manifestOf({ version: 2 })]), /newer version/],
  ['a path out of it', withName(whole, 'lorebooks', '../../etc'), /leads out of it/],
  [
    'two files of a name',
    withName(await deflateZip([file, { ...file, path: 'LOREBOOKS/Reefs 1.json' }]), 'LOREBOOKS', 'lorebooks'),
    /two files of the same name/,
  ],
])('refuses %s with a sentence', async (_, bytes, problem) => {
  expect(await problemOf(open(bytes))).toMatch(problem)
})

it.each([
  ['a missing file', await deflateZip([manifestOf()]), /does not have this file/],
  ['a wrong checksum', withRecord(whole, { crc: 1 }), /is damaged/],
  ['a file of 4 GB', withRecord(whole, { size: 2 ** 32 - 2 }), /too large/],
  [
    'a file that unpacks to more than it says',
    withRecord(await deflateZip([{ ...file, bytes: new Uint8Array(50_000_000) }, manifestOf()]), { size: 14 }),
    /is damaged/,
  ],
])('refuses %s, and reads the others', async (_, bytes, problem) => {
  expect(await readProblem(bytes)).toMatch(problem)
})

it('refuses an archive that is cut or changed anywhere with a sentence', async () => {
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
