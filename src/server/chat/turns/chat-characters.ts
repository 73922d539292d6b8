import { characterScope } from '#server/characters/character-scope.ts'
import { type CharacterRow, findAccessibleCharacter } from '#server/characters/queries.ts'
import { prepareCharacterCues } from '#server/characters/screen-character.ts'
import type { Context } from '#server/core/context.ts'
import { RecentRows } from '#server/core/recent-rows.ts'
import type { Account } from '#server/core/viewer.ts'
import { notFound } from '#server/http/api-error.ts'

/** Characters that were read for a turn in the last second: many people talk to the same ones. */
export class ChatCharacters {
  readonly #context: Context
  readonly #rows: RecentRows<CharacterRow>

  constructor(context: Context) {
    this.#context = context
    this.#rows = new RecentRows(context.clock, context.charactersVersion)
  }

  /** As `getChatCharacter`. The row is shared: it must not be changed. */
  async get(viewer: Account, id: string): Promise<CharacterRow> {
    const scope = characterScope(this.#context, viewer)
    const { userId, browse } = scope
    let ownRow: CharacterRow | undefined
    // Whether somebody else than the author may chat with it depends on the ratings only.
    const sharedRow = await this.#rows.find(`${id} ${browse}`, async () => {
      const row = await findAccessibleCharacter(this.#context.db, scope, id)
      if (row?.owner_id !== userId) return row
      ownRow = row
      return undefined
    })
    const character = sharedRow ?? ownRow
    if (!character) throw notFound()
    await prepareCharacterCues(this.#context, character)
    return character
  }
}
