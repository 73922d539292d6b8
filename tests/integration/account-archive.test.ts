import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { type ArchiveItem, importArchive, planImport } from '#client/shell/archive/import-archive.ts'
import { type Archive, openArchive } from '#client/shell/archive/open-archive.ts'
import { writeCharx } from '#engine/cards/write-card.ts'
import { packZip } from '#server/http/write-zip.ts'
import type { ArchiveEntry, ArchiveManifest } from '#shared/account-archive.ts'
import type { CardPreview } from '#shared/character-cards.ts'
import type { ConversationPage } from '#shared/chat.ts'
import { setAccountType } from '#tests/support/account-type.ts'
import { image, upload } from '#tests/support/images.ts'
import { type Client, createCharacter, createTestApp, waitForReplies } from '#tests/support/test-app.ts'

const [app, other] = [await createTestApp(), await createTestApp()]
afterAll(() => Promise.all([app.close(), other.close()]))
afterEach(() => vi.unstubAllGlobals())

const download = async (client: Client) => openArchive(await (await client.raw('/api/auth/data')).blob())
const manifestOf = (client: Client) => client.get<ArchiveManifest>('/api/auth/data/manifest')

/** Imports as the account page does, whose requests are those of this client. */
async function importInto(
  client: Client,
  archive: Archive,
  stopAfter = Number.POSITIVE_INFINITY,
): Promise<readonly ArchiveItem[]> {
  const send = fetch
  const stopping = new AbortController()
  vi.stubGlobal('fetch', (path: string | URL, init?: RequestInit) =>
    typeof path === 'string' && path.startsWith('/') ? client.raw(path, init) : send(path, init),
  )
  const present = await manifestOf(client)
  let items: readonly ArchiveItem[] = planImport(archive.manifest, present)
  const onChange = (changed: readonly ArchiveItem[]) => {
    items = changed
    if (count(items, 'imported') === stopAfter) stopping.abort()
  }
  await importArchive({ archive, present, items, onChange, signal: stopping.signal })
  vi.unstubAllGlobals()
  return items
}

/** What an account has, with hashes in place of ids, and without times. */
function contentsOf({ entries }: ArchiveManifest) {
  const hashes = new Map(entries.map(({ id, sha256 }) => [id, sha256]))
  const hashOf = (id: string) => hashes.get(id) ?? id
  const own = entries.filter(({ kind }) => kind !== 'account')
  return own
    .map(({ id, path, updatedAt, ...entry }: ArchiveEntry) => ({
      ...entry,
      picture: entry.picture && hashOf(entry.picture),
      expressions: Object.entries(entry.expressions ?? {}).map(([name, picture]) => [name, hashOf(picture)]),
      background: entry.background && hashOf(entry.background),
      characterId: entry.characterId && hashOf(entry.characterId),
      personaId: entry.personaId && hashOf(entry.personaId),
      lorebookIds: entry.lorebookIds?.map(hashOf),
      participantIds: entry.participantIds?.map(hashOf),
      defaultFor: entry.defaultFor?.map((character) => character && hashOf(character)),
    }))
    .sort((a, b) => (a.kind + a.sha256 < b.kind + b.sha256 ? -1 : 1))
}

const count = (items: readonly ArchiveItem[], state: ArchiveItem['state']) =>
  items.filter((item) => item.state === state).length

/** An account with some of everything that an archive has. */
async function createAccount(client: Client) {
  const picture = (await upload(client, await image('png', 900, 700))).body.url
  const book = {
    spec: 'lorebook_v3',
    data: { entries: [{ keys: ['reef'], content: 'Sharp.', mood: 1 }], extensions: {} },
  }
  const lorebook = await client.post<{ id: string }>('/api/lorebooks', {
    name: 'Reefs',
    lorebook: JSON.stringify(book),
  })
  const written = await createCharacter(client, {
    name: 'Wren',
    definition: 'Secretly a heron.',
    avatar: picture,
    background: picture,
    isPublic: false,
    alternateGreetings: ['"Early, for once."'],
    tags: ['Sea'],
  })
  const card = {
    spec: 'chara_card_v3' as const,
    spec_version: '3.0' as const,
    shelf: 'left',
    data: {
      ...{ name: 'Ilse', description: 'A pilot.', personality: '', scenario: '', first_mes: 'Ahoy.', mes_example: '' },
      ...{ creator_notes: '', system_prompt: '', post_history_instructions: '', creator: 'Bo', character_version: '2' },
      ...{ alternate_greetings: ['Hm.'], group_only_greetings: [], tags: ['pilot'], mood: { calm: 1 } },
      extensions: { elsewhere: { a: 1 } },
      character_book: book.data,
      assets: [
        { type: 'emotion', uri: 'embeded://assets/joy.png', name: 'joy', ext: 'png' },
        { type: 'x-sound', uri: 'embeded://assets/bell.ogg', name: 'bell', ext: 'ogg' },
      ],
    },
  }
  const files = writeCharx(card, [
    { path: 'assets/joy.png', bytes: await image('png', 20, 20) },
    { path: 'assets/bell.ogg', bytes: Uint8Array.of(1, 2, 3) },
  ])
  const preview = (await (
    await client.raw('/api/characters/import', {
      method: 'POST',
      headers: { 'content-type': 'application/zip' },
      body: await packZip(files),
    })
  ).json()) as CardPreview
  const imported = await client.post<{ id: string }>('/api/characters', {
    ...preview.fields,
    ...{ card: preview.card, cardFile: preview.cardFile, avatar: '/portraits/ilse.svg', isPublic: false },
  })
  await client.put(`/api/characters/${imported.id}`, { avatar: '/portraits/pilot.svg' })
  const persona = await client.post<{ id: string }>('/api/personas', {
    name: 'Captain Vane',
    description: 'Commands the ferry.',
    picture,
  })
  await client.put(`/api/personas/${persona.id}/lorebooks`, { ids: [lorebook.id] })
  await client.put('/api/personas/default', { personaId: persona.id, characterId: imported.id })
  const chat = async (characterId: string, message: string, conversationId?: string) => {
    const sent = await client.chat(characterId, message, { conversationId })
    await waitForReplies(app)
    return sent
  }
  const { conversationId, messageId } = await chat(written.id, 'Who goes there?')
  const url = `/api/conversations/${conversationId}`
  await (await client.stream('POST', `${url}/replies`, { body: { messageId } })).rest()
  const leaf = (await client.get<ConversationPage>(url)).messages.at(-1)?.id ?? ''
  await client.post(`${url}/replies/${leaf}/edit`, { content: '"Only the wind."', leafId: leaf })
  await client.put(`${url}/persona`, { personaId: persona.id })
  await chat(written.id, 'It is me, the captain.', conversationId)
  await client.put(`${url}/notes`, {
    scene: 'The harbour.',
    note: 'Keep it tense.',
    depth: 3,
    role: 'user',
    interval: 2,
  })
  await client.post(`${url}/memory/facts`, { text: 'The ferry leaves at nine.', sources: [messageId], pinned: true })
  await client.put(`${url}/lorebooks`, { ids: [lorebook.id] })
  const folder = await client.post<{ id: string }>('/api/folders', { name: 'At sea' })
  await client.request('PATCH', url, { folderId: folder.id, title: 'The ferry' })
  await client.request('PATCH', url, { pinned: true, background: picture })
  await client.put('/api/quick-replies', { replies: [{ label: 'Look', text: '*I look around.*', sendNow: true }] })
  const second = await chat(imported.id, 'Good evening.')
  await client.request('PATCH', `/api/conversations/${second.conversationId}`, { archived: true })
  const { conversation } = await client.post<{ conversation: { id: string } }>('/api/conversations', {
    characterId: written.id,
    participantIds: [imported.id],
  })
  await chat(written.id, 'Both of you, listen.', conversation.id)
}

test('an archive that another server imports makes the same archive there, and comes in once only', async () => {
  const [ada, bo] = [await app.signUp('Ada'), await other.signUp('Bo')]
  await createAccount(ada)
  const archive = await download(ada)
  expect(archive.manifest.leftOut).toEqual([])
  expect(archive.manifest.entries.map(({ kind }) => kind).sort()).toEqual([
    ...['account', 'character', 'character', 'conversation', 'conversation', 'conversation'],
    ...['lorebook', 'persona', 'picture', 'picture', 'quick-reply'],
  ])
  expect(contentsOf(await manifestOf(ada))).toEqual(contentsOf(archive.manifest))

  const items = await importInto(bo, archive)
  expect(items.flatMap(({ notes }) => notes)).toEqual([])
  expect(count(items, 'imported')).toBe(8)
  const copy = await download(bo)
  for (const entry of copy.manifest.entries) {
    const original = archive.manifest.entries.find(({ kind, name }) => kind === entry.kind && name === entry.name)
    if (entry.kind !== 'account' && entry.kind !== 'picture' && original) {
      expect(new TextDecoder('latin1').decode(await copy.read(entry))).toBe(
        new TextDecoder('latin1').decode(await archive.read(original)),
      )
    }
  }
  expect(contentsOf(copy.manifest)).toEqual(contentsOf(archive.manifest))

  for (const client of [ada, bo]) {
    const again = await importInto(client, archive)
    expect(count(again, 'here')).toBe(8)
    expect(contentsOf(await manifestOf(client))).toEqual(contentsOf(archive.manifest))
  }
})

test('what cannot be imported is skipped with the reason, and comes in when that is gone', async () => {
  const [author, player, newcomer] = [await app.signUp(), await app.signUp(), await other.signUp()]
  const nightjar = await createCharacter(author, { name: 'Nightjar' })
  const chat = (characterId: string) => player.chat(characterId, 'Good evening.')
  await chat(nightjar.id)
  for (const name of ['One', 'Two', 'Three']) await createCharacter(player, { name, isPublic: false })
  const last = await createCharacter(player, { name: 'Four' })
  await chat(last.id)
  await waitForReplies(app)
  await createCharacter(newcomer, { name: 'Mine', isPublic: false })

  const archive = await download(player)
  const hidden = archive.manifest.entries.map((entry) => ({
    ...entry,
    isPublic: entry.kind === 'character' ? false : undefined,
  }))
  const isPrivate = { ...archive, manifest: { ...archive.manifest, entries: hidden } }
  expect(count(await importInto(newcomer, isPrivate, 1), 'waiting')).toBe(5)
  const skipped = (items: readonly ArchiveItem[]) =>
    items.filter(({ state }) => state === 'skipped').map(({ entry, notes }) => [entry.name, ...notes])
  const items = await importInto(newcomer, isPrivate)
  expect([count(items, 'here'), count(items, 'imported')]).toEqual([1, 1])
  expect(skipped(items)).toEqual([
    ...['Three', 'Four'].map((name) => [name, expect.stringMatching(/^Free accounts can have up to 3 private/)]),
    ['Good evening.', expect.stringMatching(/^There is no character of the name “Nightjar” here\. Unpack/)],
    ['Good evening.', 'Its character was not imported.'],
  ])

  await setAccountType(other, newcomer, { accountType: 'premium' })
  await createCharacter(await other.signUp(), { name: 'Nightjar' })
  const rest = await importInto(newcomer, isPrivate)
  expect(skipped(rest)).toEqual([])
  expect([count(rest, 'here'), count(rest, 'imported')]).toEqual([2, 4])
})
