import { addMissingSampleCharacters } from '#server/characters/seed-sample-characters.ts'
import { withCliContext } from '#server/cli-context.ts'

/** `npm run seed`: inserts the sample characters that are missing. */
try {
  await withCliContext(async (context) => {
    const added = await addMissingSampleCharacters(context)
    console.log(`Sample characters added: ${added}.`)
  })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
