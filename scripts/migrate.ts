// `npm run migrate`: brings the database up to date, before instances of a new version start.
import { withCliContext } from '#server/cli-context.ts'
import { runTask } from './run-task.ts'

await runTask(() =>
  withCliContext(async ({ dialect }) => {
    console.log(`The ${dialect === 'sqlite' ? 'SQLite' : 'PostgreSQL'} database is up to date.`)
  }),
)
