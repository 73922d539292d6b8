import { describe, expect, it } from 'vitest'
import { classifyDatabaseError } from './database-error.ts'

const withCode = (code: string, message = '') => Object.assign(new Error(message), { code })
const ofSqlite = (errcode: number) => Object.assign(withCode('ERR_SQLITE_ERROR'), { errcode })

describe('an error of the storage', () => {
  it.each([
    ['SQLITE_FULL', ofSqlite(13), 'full'],
    ['SQLITE_IOERR_WRITE', ofSqlite(778), 'disk error'],
    ['SQLITE_CORRUPT', ofSqlite(11), 'damaged'],
    ['SQLITE_BUSY', ofSqlite(5), 'busy'],
    ['a full disk', withCode('ENOSPC'), 'full'],
    ['a refused connection', withCode('ECONNREFUSED'), 'unreachable'],
    ['a host with several addresses', new AggregateError([withCode('ECONNREFUSED')]), 'unreachable'],
    ['a shutdown of PostgreSQL', withCode('57P01'), 'unreachable'],
    ['a disk of PostgreSQL that is full', withCode('53100'), 'full'],
    ['a lost connection', new Error('Connection terminated unexpectedly'), 'unreachable'],
    ['an error it caused', new Error('The turn failed.', { cause: ofSqlite(13) }), 'full'],
  ])('is classified: %s', (_, error, kind) => {
    expect(classifyDatabaseError(error)).toBe(kind)
  })

  it.each([
    ['a unique constraint of SQLite', ofSqlite(2067)],
    ['a unique constraint of PostgreSQL', withCode('23505')],
    ['wrong SQL', withCode('42601')],
    ['a mistake in the code', new TypeError('x is not a function')],
    ['no error at all', null],
  ])('is not %s', (_, error) => {
    expect(classifyDatabaseError(error)).toBeNull()
  })
})
