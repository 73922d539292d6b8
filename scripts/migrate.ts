// `npm run migrate`: brings the database up to date, before instances of a new version start.
import { withCliContext } from '#server/cli-context.ts'

try {
  await withCliContext(async ({ dialect }) => {
    console.log(`The ${dialect === 'sqlite' ? 'SQLite' : 'PostgreSQL'} database is up to date.`)
  })
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
