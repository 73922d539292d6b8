import { addMissingCast } from '#server/characters/seed-cast.ts'
import { withContext } from '#server/offline.ts'

/** `npm run seed`: puts the sample characters in that are not there, whatever else is. */
try {
  await withContext(async (context) => {
    const added = await addMissingCast(context)
    console.log(added > 0 ? `${added} sample characters moved in.` : 'Every sample character is there already.')
  })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
