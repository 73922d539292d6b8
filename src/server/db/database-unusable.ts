import path from 'node:path'
import { classifyDatabaseError, type DatabaseErrorKind } from './database-error.ts'

/** The database cannot be used, for a reason that the operator can remove. The message is printed. */
export class DatabaseUnusableError extends Error {
  override name = 'DatabaseUnusableError'
}

interface Location {
  databaseUrl: string | undefined
  dataDir: string
}

/** One sentence about an error at the start, for the operator: what is wrong, and what to do. Other errors unchanged. */
export function toUnusableError(error: unknown, { databaseUrl, dataDir }: Location): unknown {
  const kind = error instanceof DatabaseUnusableError ? null : classifyDatabaseError(error)
  if (!kind || !(error instanceof Error)) return error
  const reason = reasonOf(error)
  const isOfFolder = !databaseUrl || 'path' in error
  const message = isOfFolder ? describeFolder(kind, dataDir, reason) : describeServer(kind, databaseUrl, reason)
  return new DatabaseUnusableError(message, { cause: error })
}

/** Node adds the call and the path: "EROFS: read-only file system, mkdir '…'". */
function reasonOf(error: Error): string {
  const { message } = error instanceof AggregateError && error.message === '' ? error.errors[0] : error
  return 'syscall' in error && 'path' in error ? (String(message).split(', ')[0] ?? '') : String(message)
}

function describeServer(kind: DatabaseErrorKind, databaseUrl: string, reason: string): string {
  const advice =
    kind === 'unreachable' || kind === 'busy'
      ? 'Start it, or check DATABASE_URL'
      : 'Check its disk, and what the role in DATABASE_URL may do'
  return `The database at ${new URL(databaseUrl).host} cannot be used (${reason}). ${advice}.`
}

function describeFolder(kind: DatabaseErrorKind, dataDir: string, reason: string): string {
  const file = path.join(dataDir, 'troupe.db')
  switch (kind) {
    case 'damaged':
      return `The database ${file} is damaged (${reason}): move it and ${file}-wal away, and restore a backup (\`npm run restore\`) or start with an empty one.`
    case 'full':
      return `The disk that holds ${dataDir} is full (${reason}): free some space and start again.`
    case 'busy':
      return `The database ${file} is locked by another program (${reason}): end that one and start again.`
    case 'disk error':
      return `The disk that holds ${dataDir} does not work (${reason}): check it, or set DATA_DIR to a folder on another disk.`
    default:
      return `The data folder ${dataDir} cannot be written (${reason}): set DATA_DIR to a folder that the server may create and write.`
  }
}
