import { previewCard } from '#client/characters/preview-card.ts'
import { uploadImage } from '#client/images/api.ts'
import { call, errorText, HttpError, hasCode, hasStatus, isUnreachable } from '#client/lib/http.ts'
import { CardError } from '#engine/cards/card.ts'
import { asList, asRecord } from '#engine/json-values.ts'
import { readPersonas } from '#engine/personas/read-personas.ts'
import { type ArchiveEntry, type ArchiveManifest, archiveKinds } from '#shared/account-archive.ts'
import type { ConversationPatch } from '#shared/conversations.ts'
import { foldText } from '#shared/fold-text.ts'
import { ownName } from '#shared/personas.ts'
import { type Archive, ArchiveError } from './open-archive.ts'

/** A part of an archive, and what became of it. */
export interface ArchiveItem {
  entry: ArchiveEntry
  /** `here`: the account has the same already. */
  state: 'waiting' | 'imported' | 'here' | 'skipped'
  /** Why it was skipped, or what of it was not imported, in sentences. */
  notes: readonly string[]
  /** In the account; empty while it is not there. */
  id: string
}

/**
 * What an archive has for an account that has this. An account with one of two equal things gets the other one. Pictures come
 * with what has them.
 */
export function planImport(manifest: ArchiveManifest, present: ArchiveManifest): ArchiveItem[] {
  const keyOf = ({ kind, sha256 }: ArchiveEntry) => `${kind} ${sha256}`
  const idsHere = Map.groupBy(present.entries, keyOf)
  const rankOf = ({ kind, updatedAt = 0 }: ArchiveEntry) => archiveKinds.indexOf(kind) * 1e15 + updatedAt
  return manifest.entries
    .filter(({ kind }) => kind !== 'picture' && kind !== 'account')
    .sort((a, b) => rankOf(a) - rankOf(b))
    .map((entry) => {
      const { id = '' } = idsHere.get(keyOf(entry))?.shift() ?? {}
      return { entry, state: id ? 'here' : 'waiting', notes: [], id }
    })
}

interface ImportOptions {
  archive: Archive
  present: ArchiveManifest
  items: readonly ArchiveItem[]
  onChange: (items: readonly ArchiveItem[]) => void
  signal: AbortSignal
}

/**
 * Imports what is not there yet, one after the other, as single imports would. What cannot be imported is skipped. Ends when it
 * is stopped, and throws when the server cannot be reached; another import goes on from there.
 */
export async function importArchive({ archive, present, items, onChange, signal }: ImportOptions): Promise<void> {
  const importer = new ArchiveImporter(archive, present, signal)
  const all = [...items]
  for (const [index, item] of items.entries()) {
    if (signal.aborted) return
    const { id, entry } = item
    if (item.state === 'waiting') {
      all[index] = { ...item, ...(await importer.import(entry)) }
      onChange([...all])
    }
    importer.ids.set(entry.id, all[index]?.id ?? id)
  }
}

/** Milliseconds until a request is sent again that the server had no room for. */
const retryDelay = 5_000
/** A limit of requests a minute is over by then. One of a day is not: the user is told. */
const maxTries = 24

class ArchiveImporter {
  /** The ids in the account by those in the archive; empty for what was skipped. */
  readonly ids = new Map<string, string>()
  readonly #archive: Archive
  readonly #signal: AbortSignal
  /** Pictures in the account by their hashes. */
  readonly #pictures: Map<string, string>
  readonly #entries: Map<string, ArchiveEntry>
  /** The ids of folders by their names. */
  #folders: Map<string, string> | null = null
  #notes: string[] = []

  constructor(archive: Archive, present: ArchiveManifest, signal: AbortSignal) {
    this.#archive = archive
    this.#signal = signal
    const pictures = present.entries.filter(({ kind }) => kind === 'picture')
    this.#pictures = new Map(pictures.map(({ sha256, id }) => [sha256, id]))
    this.#entries = new Map(archive.manifest.entries.map((entry) => [entry.id, entry]))
  }

  async import(entry: ArchiveEntry): Promise<Pick<ArchiveItem, 'id' | 'state' | 'notes'>> {
    this.#notes = []
    try {
      const bytes = await this.#archive.read(entry)
      return { id: await this.#importFile(entry, bytes), state: 'imported', notes: this.#notes }
    } catch (error) {
      return { id: '', state: 'skipped', notes: [readUnknownCharacter(error, entry) ?? readProblem(error)] }
    }
  }

  #importFile(entry: ArchiveEntry, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
    const text = () => new TextDecoder().decode(bytes)
    if (entry.kind === 'lorebook') return this.#importLorebook(entry, text())
    if (entry.kind === 'persona') return this.#importPersona(entry, text())
    if (entry.kind === 'character') return this.#importCharacter(entry, bytes)
    if (entry.kind === 'quick-reply') return this.#importQuickReply(entry, text())
    return this.#importConversation(entry, text())
  }

  async #importLorebook({ name }: ArchiveEntry, lorebook: string): Promise<string> {
    return (await this.#send(() => call('POST /api/lorebooks', { body: { name, lorebook } }))).id
  }

  async #importQuickReply({ id }: ArchiveEntry, text: string): Promise<string> {
    const { replies } = await call('GET /api/quick-replies')
    const body = { replies: [...replies, JSON.parse(text)] }
    await this.#send(() => call('PUT /api/quick-replies', { body }))
    return id
  }

  async #importCharacter(entry: ArchiveEntry, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
    const { isPublic = false, isDefinitionPublic = false, isExportAllowed = false, contentRating } = entry
    const { fields, card, cardFile, notes } = await this.#send(() => previewCard(new Blob([bytes])))
    this.#notes.push(...notes)
    const avatar = await this.#importPicture(entry.picture)
    // Those that came with the card stay its own: exports then have their original bytes.
    const expressions = { ...fields.expressions }
    for (const [name, address] of Object.entries(entry.expressions ?? {})) {
      if (expressions[name as keyof typeof expressions]) continue
      const url = await this.#importPicture(address)
      if (url) expressions[name as keyof typeof expressions] = url
    }
    const isOwnBackground = fields.background === '' && entry.background?.startsWith('/files/')
    const background = isOwnBackground ? await this.#importPicture(entry.background) : fields.background
    // With the files of a card its picture is saved too. Another one is a change of it.
    const isChanged = cardFile !== null && entry.isPictureOfCard === false && avatar !== ''
    const shown = { avatar: isChanged ? '' : avatar, isPublic, isDefinitionPublic, isExportAllowed }
    const body = {
      ...{ ...fields, expressions, background },
      ...shown,
      contentRating: contentRating ?? undefined,
      card,
      cardFile: cardFile ?? undefined,
    }
    const { id } = await this.#send(() => call('POST /api/characters', { body }))
    await this.#add('its picture', isChanged, () =>
      call('PUT /api/characters/:id', { params: { id }, body: { avatar } }),
    )
    return id
  }

  async #importPersona(entry: ArchiveEntry, text: string): Promise<string> {
    const [persona] = readPersonas(text) ?? []
    if (!persona) throw new ArchiveError('The file is not a persona.')
    const { name, description } = persona
    const body = { name, description: String(description), picture: await this.#importPicture(entry.picture) }
    const { id } = await this.#send(() => call('POST /api/personas', { body }))
    const ids = this.#known(entry.lorebookIds)
    await this.#add('its lorebooks', ids.length > 0, () =>
      call('PUT /api/personas/:id/lorebooks', { params: { id }, body: { ids } }),
    )
    for (const characterId of entry.defaultFor ?? []) {
      const known = characterId === null ? undefined : this.ids.get(characterId) || characterId
      await this.#add('where it is the default', true, () =>
        call('PUT /api/personas/default', { body: { personaId: id, characterId: known } }),
      )
    }
    return id
  }

  async #importConversation(entry: ArchiveEntry, text: string): Promise<string> {
    const characterId = await this.#findCharacter(entry.characterId ?? '')
    const body = { characterId, text: this.#withParticipants(entry, text) }
    const { conversations, leftOut } = await this.#send(() => call('POST /api/conversations/import', { body }))
    const [conversation] = conversations
    if (!conversation) throw new ArchiveError('The file has no conversation.')
    this.#notes.push(...leftOut.map((part) => `Left out: ${part}.`))
    const params = { id: conversation.id }
    const { contentRating, background, folder, isPinned, isArchived, hasMemory, personaId } = entry
    const patch = (body: ConversationPatch) => call('PATCH /api/conversations/:id', { params, body })
    await this.#add('its content rating', contentRating, () => patch({ contentRating }))
    await this.#add('its background', background !== undefined, async () =>
      patch({ background: await this.#importPicture(background) }),
    )
    const ids = this.#known(entry.lorebookIds)
    await this.#add('its lorebooks', ids.length > 0, () =>
      call('PUT /api/conversations/:id/lorebooks', { params, body: { ids } }),
    )
    const persona = personaId === ownName ? personaId : this.ids.get(personaId ?? '') || null
    await this.#add('its persona', personaId !== undefined, () =>
      call('PUT /api/conversations/:id/persona', { params, body: { personaId: persona } }),
    )
    await this.#add('whether it has a memory', hasMemory !== undefined, () =>
      call('PUT /api/conversations/:id/memory', { params, body: { enabled: hasMemory === true } }),
    )
    await this.#add('its folder', folder, async () => patch({ folderId: await this.#findFolder(folder ?? '') }))
    await this.#add('that it is pinned', isPinned, () => patch({ pinned: true }))
    await this.#add('that it is archived', isArchived, () => patch({ archived: true }))
    return conversation.id
  }

  /** The id of a character here. Undefined: one of another author, who may be found by the name in the file. */
  async #findCharacter(id: string): Promise<string | undefined> {
    const known = this.ids.get(id)
    if (known === '') throw new ArchiveError('Its character was not imported.')
    if (known !== undefined) return known
    try {
      return (await this.#send(() => call('GET /api/characters/:id', { params: { id } }))).id
    } catch (error) {
      if (hasStatus(error, 404)) return undefined
      throw error
    }
  }

  /** The conversation with the ids of its characters, which the file does not have. */
  #withParticipants({ participantIds = [] }: ArchiveEntry, text: string): string {
    if (participantIds.length === 0) return text
    const file = asRecord(JSON.parse(text))
    const participants = asList(file.participants).map((participant, index) => {
      const id = participantIds[index] ?? ''
      return { ...asRecord(participant), id: this.ids.get(id) || id }
    })
    return JSON.stringify({ ...file, participants })
  }

  /** The address of a picture here; empty where there is none. */
  async #importPicture(picture = ''): Promise<string> {
    if (!picture.startsWith('/files/')) return picture
    const entry = this.#entries.get(picture)
    try {
      if (!entry) throw new ArchiveError('The archive does not have it.')
      const here = this.#pictures.get(entry.sha256)
      if (here) return here
      const bytes = await this.#archive.read(entry)
      const { url } = await this.#send(() => uploadImage(new Blob([bytes], { type: 'image/webp' })))
      this.#pictures.set(entry.sha256, url)
      return url
    } catch (error) {
      this.#notes.push(`Its picture was not imported: ${readProblem(error)}`)
      return ''
    }
  }

  async #findFolder(name: string): Promise<string> {
    this.#folders ??= new Map((await call('GET /api/folders')).map((folder) => [foldText(folder.name), folder.id]))
    const known = this.#folders.get(foldText(name))
    if (known) return known
    const { id } = await call('POST /api/folders', { body: { name } })
    this.#folders.set(foldText(name), id)
    return id
  }

  #known(ids: readonly string[] = []): string[] {
    return ids.flatMap((id) => this.ids.get(id) || [])
  }

  /** Adds to what was imported, where the archive has it. What cannot be added becomes a note. */
  async #add(what: string, isThere: unknown, request: () => Promise<unknown>): Promise<void> {
    if (!isThere) return
    try {
      await this.#send(request)
    } catch (error) {
      this.#notes.push(`Not imported: ${what}. ${readProblem(error)}`)
    }
  }

  /** Sends a request again while the server has no room for it, until the import is stopped. */
  async #send<Answer>(request: () => Promise<Answer>): Promise<Answer> {
    for (let tries = 1; ; tries++) {
      try {
        return await request()
      } catch (error) {
        if (this.#signal.aborted || tries === maxTries || !isRefusedForNow(error)) throw error
      }
      await new Promise((resolve) => setTimeout(resolve, retryDelay))
    }
  }
}

/** Why nobody can answer in a conversation, and what to do. Undefined for another error. */
function readUnknownCharacter(error: unknown, { path }: ArchiveEntry): string | undefined {
  const file = hasCode(error, 'character_unknown') && (error as HttpError).body?.file
  if (!file) return undefined
  const count = file.candidates.length === 0 ? 'is no character' : 'are several characters'
  return `There ${count} of the name “${file.name}” here. Unpack the archive and import “${path}” from the list of conversations: there you choose who answers.`
}

const isRefusedForNow = (error: unknown) => hasStatus(error, 429) || hasCode(error, 'unavailable')

/** Why something could not be imported. Throws what also concerns everything else. */
function readProblem(error: unknown): string {
  if (isUnreachable(error) || isRefusedForNow(error) || hasStatus(error, 401)) throw error
  if (error instanceof HttpError) return errorText(error)
  return error instanceof CardError ? error.message : 'The file cannot be read.'
}
