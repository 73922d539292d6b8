import type { CompiledQuery, QueryExecutorProvider, QueryResult } from 'kysely'
import type { Queryable } from './database.ts'
import { executeDirectly } from './sqlite-driver.ts'

/** Stands in for an argument while a statement is compiled. */
class Placeholder {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

const placeholders: unknown = new Proxy({}, { get: (_, name) => new Placeholder(String(name)) })

/** A query of Kysely's builder or its `sql` tag. */
interface Buildable<Row> {
  compile(db: QueryExecutorProvider): CompiledQuery<Row>
}

/**
 * A statement that Kysely builds once for each database and then runs with new arguments. Building one takes 20–60 µs,
 * several times what SQLite needs to run it, so the statements of a send are made this way. `build` gets placeholders
 * in place of arguments: it may use each as a value and do nothing else with it. An argument is always a value, so
 * `null` does not become `is null`, and lists of varying length cannot be arguments.
 */
export function statement<Args extends object, Row>(
  build: (db: Queryable, args: Args) => Buildable<Row>,
): (db: Queryable, args: Args) => Promise<QueryResult<Row>> {
  /** By the adapter, of which each open database has one. */
  const compiled = new WeakMap<object, CompiledQuery<Row>>()
  let isWrite = false
  return async (db, args) => {
    const { adapter } = db.getExecutor()
    let query = compiled.get(adapter)
    if (!query) {
      query = build(db, placeholders as Args).compile(db)
      isWrite = !query.sql.startsWith('select') && !/^\s*with recursive/.test(query.sql)
      compiled.set(adapter, query)
    }
    const parameters = query.parameters.map((value) =>
      value instanceof Placeholder ? args[value.name as keyof Args] : value,
    )
    const bound = { ...query, parameters }
    const result = executeDirectly<Row>(adapter, bound, { isTransaction: db.isTransaction, isWrite })
    return result ?? db.executeQuery(bound)
  }
}
