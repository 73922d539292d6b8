import { CardError } from '#engine/cards/card.ts'
import { type ArchiveEntry, ArchiveManifest } from '#shared/account-archive.ts'

/** A file that is no archive of an account. The message is for the user. */
export class ArchiveError extends CardError {}

export interface Archive {
  manifest: ArchiveManifest
  /** The bytes of a file of it. Throws a `CardError` if it is missing or damaged. */
  read(entry: ArchiveEntry): Promise<Uint8Array<ArrayBuffer>>
}

/** Reads what an archive says that it has. Only the file that is asked for is read into memory. */
export async function openArchive(file: Blob): Promise<Archive> {
  const { openZip } = await import('#shared/open-zip.ts')
  const files = await openZip(file, Infinity)
  const filesByPath = new Map(files.map((archived) => [archived.path, archived]))
  const manifestFile = files.find(({ path }) => /^(?:[^/]+\/)?manifest\.json$/.test(path))
  if (!manifestFile) throw notAnArchive()
  // A program that packs a folder again puts it into the archive.
  const folder = manifestFile.path.slice(0, -'manifest.json'.length)
  const manifest = readManifest(new TextDecoder().decode(await manifestFile.read()))
  return {
    manifest,
    async read({ path }) {
      const archived = filesByPath.get(folder + path)
      if (!archived) throw new ArchiveError('The archive does not have this file.')
      return archived.read()
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
