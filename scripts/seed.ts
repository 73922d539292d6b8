// `npm run seed`: adds the sample characters that are missing from the database.
import { addMissingSampleCharacters } from '#server/characters/seed-sample-characters.ts'
import { withCliContext } from '#server/cli-context.ts'

try {
  await withCliContext(async (context) => {
    const added = await addMissingSampleCharacters(context)
    console.log(added > 0 ? `Added ${added} sample characters.` : 'No sample character is missing.')
  })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
