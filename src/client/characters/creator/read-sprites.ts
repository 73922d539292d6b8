import { CardError } from '#engine/cards/card.ts'
import type { Expression } from '#engine/expressions/expression.ts'
import { pickByExpression } from '#engine/expressions/pick-by-expression.ts'
import { imageLimits, imageMessages } from '#shared/images.ts'

/** A picture of a set, by the name of its file. It is read when it is needed. */
interface Sprite {
  name: string
  /** Throws a `CardError` for a picture that is too large, or damaged. */
  read: () => Promise<Blob>
}

/** Programs for macOS put a second file beside each, whose name begins so. */
const isPicture = (path: string) => /\.(?:png|jpe?g|webp)$/i.test(path) && !/(?:^|\/)\._/.test(path)

/**
 * The pictures of a character's expressions among these files: pictures that are named after expressions, as SillyTavern names
 * its sprites, or ZIP archives of them. Throws a `CardError` for an archive that is damaged, encrypted, or made to do harm.
 */
export async function readSprites(files: readonly File[]): Promise<Map<Expression, Sprite>> {
  const sprites = await Promise.all(
    files.map(async (file): Promise<Sprite[]> => {
      if (isPicture(file.name)) return [{ name: file.name, read: async () => file }]
      const { openZip } = await import('#shared/open-zip.ts')
      const archived = await openZip(file)
      return archived.map(({ path, size, read }) => ({
        name: path,
        async read() {
          if (size > imageLimits.uploadBytes) throw new CardError(imageMessages.tooHeavy)
          return new Blob([await read()])
        },
      }))
    }),
  )
  const all = sprites.flat().filter(({ name }) => isPicture(name))
  return pickByExpression(
    all.sort((a, b) => (a.name < b.name ? -1 : 1)),
    ({ name }) => name,
  )
}
