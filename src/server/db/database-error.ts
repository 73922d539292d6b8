/**
 * Why the database failed. `unreachable` and `busy` are temporary; the others need the operator. `unwritable`: a file
 * or folder cannot be created, opened or written.
 */
export type DatabaseErrorKind = 'unreachable' | 'busy' | 'full' | 'unwritable' | 'damaged' | 'disk error'

/** SQLite's primary result codes: https://sqlite.org/rescode.html */
const sqliteKinds: Record<number, DatabaseErrorKind> = {
  5: 'busy',
  6: 'busy',
  8: 'unwritable',
  10: 'disk error',
  11: 'damaged',
  13: 'full',
  14: 'unwritable',
  26: 'damaged',
}

/** Codes of the operating system and beginnings of PostgreSQL's SQLSTATE, which is five characters long. */
const codeKinds: [RegExp, DatabaseErrorKind][] = [
  [/^(ENOSPC|EDQUOT|EFBIG|53100)$/, 'full'],
  [/^(EACCES|EPERM|EROFS|ENOTDIR|EEXIST|EISDIR|ENAMETOOLONG|ELOOP|ENOENT|25006|42501)$/, 'unwritable'],
  [/^(EIO|58030)$/, 'disk error'],
  [/^(XX001|XX002)$/, 'damaged'],
  [/^(55P03|40001|40P01)$/, 'busy'],
  [/^(ECONN[A-Z]+|EPIPE|ETIMEDOUT|EAI_AGAIN|ENOTFOUND|EHOSTUNREACH|ENETUNREACH)$/, 'unreachable'],
  [/^(08|28|3D|53|57|58)...$/, 'unreachable'],
]

/** Errors of `pg` and its pool that have no code. */
const lostConnection = /^(timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client was)/

/** The kind of an error of SQLite, PostgreSQL, the network or the file system; null for any other error. */
export function classifyDatabaseError(error: unknown): DatabaseErrorKind | null {
  if (!(error instanceof Error)) return null
  const { code, errcode } = error as { code?: unknown; errcode?: unknown }
  // The lowest byte of an extended result code is the primary one.
  if (typeof errcode === 'number') return sqliteKinds[errcode & 0xff] ?? null
  const kind = codeKinds.find(([pattern]) => pattern.test(String(code)))?.[1]
  if (kind) return kind
  if (lostConnection.test(error.message)) return 'unreachable'
  // A host name with several addresses gives an AggregateError, whose own message is empty.
  if (error instanceof AggregateError) return classifyDatabaseError(error.errors[0])
  return error.cause === undefined ? null : classifyDatabaseError(error.cause)
}
