import { addMissingSampleCharacters } from '#server/characters/seed-sample-characters.ts'
import { withCliContext } from '#server/cli-context.ts'

/** `npm run seed`: puts the sample characters in that are not there, whatever else is. */
try {
  await withCliContext(async (context) => {
    const added = await addMissingSampleCharacters(context)
    console.log(added > 0 ? `${added} sample characters moved in.` : 'Every sample character is there already.')
  })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
