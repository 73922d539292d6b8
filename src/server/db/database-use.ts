import type { LogConfig } from 'kysely'

/** Called with the milliseconds of each statement, without the time that it waited for a connection. */
export type OnStatement = (milliseconds: number) => void

export const logStatements = (onStatement: OnStatement | undefined): LogConfig | undefined =>
  onStatement && (({ queryDurationMillis }) => onStatement(queryDurationMillis))

/** Connections to the database, and how many transactions and statements wait for one. */
export interface PoolUse {
  used: number
  idle: number
  waiting: number
}

/** The name of the watching connection of each running server, by which commands see that there is one. */
export const serverName = 'troupe-server'
