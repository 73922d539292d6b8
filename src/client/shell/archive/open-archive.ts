import { CardError } from '#engine/cards/card.ts'
import { type ArchiveEntry, ArchiveManifest } from '#shared/account-archive.ts'

/** A file that is no archive, or one of its files that is damaged. The message is for the user. */
export class ArchiveError extends Error {}

export interface Archive {
  manifest: ArchiveManifest
  /** The bytes of a file of it. Throws an `ArchiveError` unless they are as the manifest says. */
  read(entry: ArchiveEntry): Promise<Uint8Array<ArrayBuffer>>
}

/** Throws the error of a ZIP archive as one of an archive of an account. */
const asArchiveError =
  (advice = '') =>
  (error: unknown): never => {
    throw error instanceof CardError ? new ArchiveError(error.message + advice) : error
  }
const downloadAgain = ' It may not have been downloaded completely: download it again.'

/** Reads what an archive says that it has. Only the file that is asked for is read into memory. */
export async function openArchive(file: Blob): Promise<Archive> {
  const { openZip } = await import('#shared/open-zip.ts')
  const files = await openZip(file, Infinity).catch(asArchiveError(downloadAgain))
  const filesByPath = new Map(files.map((archived) => [archived.path, archived]))
  const manifestFile = files.find(({ path }) => /^(?:[^/]+\/)?manifest\.json$/.test(path))
  if (!manifestFile) throw notAnArchive()
  // A program that packs a folder again puts it into the archive.
  const folder = manifestFile.path.slice(0, -'manifest.json'.length)
  const manifest = readManifest(new TextDecoder().decode(await manifestFile.read().catch(asArchiveError())))
  return {
    manifest,
    async read({ path, sha256, size }) {
      const archived = filesByPath.get(folder + path)
      if (!archived) throw new ArchiveError('The archive does not have this file.')
      const bytes = await archived.read().catch(asArchiveError())
      // Browsers compute hashes only on pages with HTTPS. The checksum of the archive was compared in any case.
      const isHashed = globalThis.crypto.subtle !== undefined
      if (bytes.length !== size || (isHashed && (await hashOf(bytes)) !== sha256)) {
        throw new ArchiveError('The file has been changed since the archive was made: its hash does not fit.')
      }
      return bytes
    },
  }
}

const notAnArchive = () =>
  new ArchiveError('This file is not an archive of an account. Choose a ZIP file that was downloaded here.')

function readManifest(text: string): ArchiveManifest {
  try {
    return ArchiveManifest.parse(JSON.parse(text))
  } catch {
    throw new ArchiveError(
      'The list of the archive’s files cannot be read. A newer version of this site may have made it.',
    )
  }
}

async function hashOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
