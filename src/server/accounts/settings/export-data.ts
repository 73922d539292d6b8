import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Context } from '#server/core/context.ts'
import { readVersion } from '#server/core/version.ts'
import type { Account } from '#server/core/viewer.ts'
import { stringifyInChunks } from '#server/http/stringify-in-chunks.ts'
import { fileName, type StreamedFile, streamZip } from '#server/http/write-zip.ts'
import { type ArchiveEntry, type ArchiveKind, type ArchiveManifest, archiveFormat } from '#shared/account-archive.ts'
import type { AccountDataSource } from '../account-data-source.ts'
import { listMethods } from '../methods/queries.ts'
import { findMailAccount } from '../queries.ts'
import { listKeys } from '../sessions/queries.ts'
import { viewApiKey, viewMethod, viewOwnAccount, viewOwnSession } from '../view.ts'
import { listSessions } from './queries.ts'

/** All data of an account as an archive, read from the database while it is sent. */
export async function exportData(
  context: Context,
  account: Account,
  accountData: AccountDataSource[],
): Promise<Readable> {
  const document = await createDocument(context, account, accountData)
  const manifest = await createManifest(context)
  async function* files(): AsyncGenerator<StreamedFile> {
    for await (const { entry, bytes } of listFiles(context, account, { accountData, manifest })) {
      manifest.entries.push(entry)
      yield { path: entry.path, chunks: [bytes] }
    }
    const about = { kind: 'account', path: 'account.json', id: account.id, name: account.username } as const
    const hash = createHash('sha256')
    let size = 0
    async function* chunks() {
      for await (const text of stringifyInChunks(document)) {
        const bytes = Buffer.from(text)
        hash.update(bytes)
        size += bytes.length
        yield bytes
      }
    }
    yield { path: about.path, chunks: chunks() }
    manifest.entries.push({ ...about, sha256: hash.digest('hex'), size })
    yield { path: 'manifest.json', chunks: [Buffer.from(JSON.stringify(manifest, null, 1))] }
  }
  return streamZip(files())
}

/** What an archive of the account would have now, without the files. */
export async function readManifest(
  context: Context,
  account: Account,
  accountData: AccountDataSource[],
): Promise<ArchiveManifest> {
  const manifest = await createManifest(context)
  for await (const { entry } of listFiles(context, account, { accountData, manifest })) manifest.entries.push(entry)
  return manifest
}

async function createDocument(context: Context, account: Account, accountData: AccountDataSource[]) {
  const sessions = await listSessions(context.db, account.id, { idleBefore: 0, createdBefore: 0 })
  return {
    format: 'troupe-account',
    version: 1,
    exportedAt: context.clock.now(),
    account: { ...viewOwnAccount(account), email: (await findMailAccount(context.db, account.id))?.email ?? null },
    sessions: sessions.map(viewOwnSession),
    signInMethods: (await listMethods(context.db, account.id)).map(viewMethod),
    apiKeys: (await listKeys(context.db, account.id)).map(viewApiKey),
    ...Object.fromEntries(accountData.map((source) => [source.name, source.export(context, account.id)])),
  }
}

const createManifest = async ({ clock }: Context): Promise<ArchiveManifest> => ({
  format: archiveFormat,
  version: 1,
  application: `Troupe ${await readVersion()}`,
  createdAt: new Date(clock.now()).toISOString(),
  entries: [],
  leftOut: [],
})

/** The files of all sources, with their entries in the manifest, which also gets what is left out. */
async function* listFiles(
  context: Context,
  account: Account,
  { accountData, manifest }: { accountData: AccountDataSource[]; manifest: ArchiveManifest },
): AsyncGenerator<{ entry: ArchiveEntry; bytes: Uint8Array }> {
  const counts = new Map<ArchiveKind, number>()
  const pictures = new Set<string>()
  for (const source of accountData) {
    if (!source.files) continue
    for await (const file of source.files(context, account, pictures)) {
      if ('leftOut' in file) {
        manifest.leftOut.push(file.leftOut)
        continue
      }
      const { content, extension, ...about } = file
      for (const address of [about.picture, about.background]) if (address) pictures.add(address)
      const count = (counts.get(about.kind) ?? 0) + 1
      counts.set(about.kind, count)
      const path = `${about.kind.replace(/y$/, 'ie')}s/${fileName(about.name)} ${count}.${extension}`
      const bytes = Buffer.from(content as Uint8Array)
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      yield { entry: { ...about, path, sha256, size: bytes.length }, bytes }
    }
  }
}
