import { fileLaw } from '../law.ts'

/** Who opens the database and hands it round; everyone else asks a query. */
const keepers = /^src\/server\/(?:db\/.+|core\/context\.ts|app\.ts|main\.ts|start\.ts|offline\.ts)$/
const queries = /\/queries\.ts$/
const drivers = new Set(['kysely', 'pg', 'node:sqlite'])
const statements = /\.(?:selectFrom|insertInto|updateTable|deleteFrom|replaceInto|mergeInto)$/

/** The type of the handle may be named anywhere: an intent carries a transaction from one query to the next. */
const handle = 'src/server/db/database.ts'

/** queries.ts alone touches the database. */
export const database = fileLaw('database', (file) => {
  const exempt = file.isTest || keepers.test(file.path) || queries.test(file.path)
  if (exempt || !file.path.startsWith('src/server/')) return []
  const imports = file.imports
    .filter(({ target }) => target.startsWith('src/server/db/') || drivers.has(target))
    .filter(({ target, isTypeOnly }) => !(isTypeOnly && target === handle))
    .map(({ specifier, line }) => ({ line, wrong: `imports the database (${specifier})`, instead }))
  const inline = file.calls
    .filter(({ callee }) => statements.test(callee))
    .map(({ line }) => ({ line, wrong: 'writes a query in place', instead }))
  return [...imports, ...inline]
})

const instead = "ask a function of the capability's queries.ts, which takes the viewer or an explicit scope"
