// `npm run seed`: adds the sample characters that are missing from the database.
import { addMissingSampleCharacters } from '#server/characters/seed-sample-characters.ts'
import { withCliContext } from '#server/cli-context.ts'
import { runTask } from './run-task.ts'

await runTask(() =>
  withCliContext(async (context) => {
    const added = await addMissingSampleCharacters(context)
    console.log(added > 0 ? `Added ${added} sample characters.` : 'No sample character is missing.')
  }),
)
