import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'

export const backupFolder = ({ dataDir }: { dataDir: string }) => path.join(dataDir, 'backups')

export type BackupKind = 'backup' | 'nightly'

/** Names have the time (UTC) at which their backup was begun. */
export const nameBackup = (kind: BackupKind, now: number) =>
  `${kind}-${new Date(now).toISOString().slice(0, 19).replaceAll(':', '-')}Z.jsonl.gz`

const backupName = /^(backup|nightly)-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.jsonl\.gz$/

interface ListedBackup {
  file: string
  kind: BackupKind
  at: number
  bytes: number
}

/** The backups of the data folder, the newest first. */
export async function listBackups(env: { dataDir: string }): Promise<ListedBackup[]> {
  const folder = backupFolder(env)
  const found: ListedBackup[] = []
  for (const name of await readdir(folder).catch(() => [])) {
    const [, kind, day, hours, minutes, seconds] = backupName.exec(name) ?? []
    if (!kind) continue
    const file = path.join(folder, name)
    const size = await stat(file).then(
      (stats) => stats.size,
      () => null,
    )
    if (size === null) continue
    found.push({
      file,
      kind: kind as BackupKind,
      at: Date.parse(`${day}T${hours}:${minutes}:${seconds}Z`),
      bytes: size,
    })
  }
  return found.toSorted((a, b) => b.at - a.at)
}
