import { describe, expect, it } from 'vitest'
import { galleryCacheTtl } from '#server/characters/gallery-cache.ts'
import { nextCursorHeader } from '#shared/character-terms.ts'
import { CharacterSummary } from '#shared/characters.ts'
import { copyCharacter } from '#tests/support/copy-character.ts'
import { type Client, createCharacter, createSharedApp } from '#tests/support/test-app.ts'

const app = await createSharedApp()
const author = await app.signUp('author')
const reader = await app.signUp('reader')

const gallery = (search: string) => `/api/characters/public?search=${search}`
const list = (client: Client, path: string) => client.get<CharacterSummary[]>(path)
const names = async (client: Client, path: string) => (await list(client, path)).map(({ name }) => name)

const definition = {
  personality: 'p',
  speechStyle: 's',
  behaviors: 'b',
  greeting: 'g',
  environment: 'e',
  scenario: 'sc',
  definition: 'd',
  exampleDialogue: 'x',
  systemPrompt: 'sp',
  postHistoryInstructions: 'i',
}

describe('list items', () => {
  it('have the fields of a card, and no definition (spec 7.calls.characters)', async () => {
    const { id } = await createCharacter(author, { name: 'Cardwick', userRole: 'A guest', ...definition })
    const expected = {
      id,
      name: 'Cardwick',
      description: 'Keeps a lighthouse and a long grudge.',
      category: 'Other',
      userRole: 'A guest',
      avatar: '',
      contentRating: 'general',
      isPublic: true,
      chatCount: 0,
      rating: null,
      createdBy: 'author',
    }
    expect(await list(reader, gallery('cardwick'))).toEqual([{ ...expected, isMine: false }])
    expect(await list(author, gallery('cardwick'))).toEqual([{ ...expected, isMine: true }])
    expect(await list(author, '/api/characters')).toContainEqual({ ...expected, isMine: true })
    expect(await author.get(`/api/characters/${id}`)).toMatchObject(definition)
  })

  it('match the documented schema', async () => {
    const items = [...(await list(reader, '/api/characters/public')), ...(await list(author, '/api/characters'))]
    for (const item of items) expect(CharacterSummary.strict().parse(item)).toEqual(item)
  })

  it('have the first 200 characters of long texts, whole words and whole characters', async () => {
    const words = 'Keeps a lighthouse. '.repeat(20).trim()
    const { id } = await createCharacter(author, { name: 'Longwick', description: words, userRole: '𠮷'.repeat(250) })
    for (const item of [...(await list(reader, gallery('longwick'))), (await list(author, '/api/characters'))[0]]) {
      expect(item?.description).toBe(`${'Keeps a lighthouse. '.repeat(9)}Keeps a lighthouse.…`)
      expect(item?.userRole).toBe(`${'𠮷'.repeat(199)}…`)
    }
    expect(await reader.get(`/api/characters/${id}`)).toMatchObject({ description: words })
  })
})

it('the own list comes in pages of at most a hundred, newest first, without gaps or repetitions', async () => {
  const client = await app.signUp()
  const { id } = await createCharacter(client)
  const ids = [id, ...(await copyCharacter(app, id, 230))].toReversed()
  const page = async (query: Record<string, string>) => {
    const path = `/api/characters?${new URLSearchParams(query)}`
    const { body, headers } = await client.request<CharacterSummary[]>('GET', path)
    return { ids: body.map((character) => character.id), cursor: headers.get(nextCursorHeader) }
  }
  const first = await page({})
  const second = await page({ cursor: first.cursor ?? '' })
  const third = await page({ cursor: second.cursor ?? '' })
  expect([first, second, third].map((read) => read.ids)).toEqual([
    ids.slice(0, 100),
    ids.slice(100, 200),
    ids.slice(200),
  ])
  expect(third.cursor).toBeNull()
  expect((await page({ limit: '3', cursor: first.cursor ?? '' })).ids).toEqual(ids.slice(100, 103))
  expect((await client.request('GET', '/api/characters?limit=101')).status).toBe(400)
  expect((await client.request('GET', '/api/characters?cursor=nonsense')).status).toBe(400)
})

describe('the ETag of a list', () => {
  const lists = [
    ['the gallery', '/api/characters/public?sort=new&limit=3'],
    ['the own list', '/api/characters'],
  ] as const

  it.each(lists)('%s answers 304 without a body to the client that has it', async (_, path) => {
    await createCharacter(author)
    const first = await author.raw(path)
    const etag = first.headers.get('etag') ?? ''
    expect(etag).toMatch(/^W\/"[\w-]+"$/)
    expect(first.headers.get('cache-control')).toBe('private, no-cache')
    for (const known of [etag, etag.slice(2), `"other", ${etag}`, '*']) {
      const again = await author.raw(path, { headers: { 'if-none-match': known } })
      expect([again.status, await again.text()], known).toEqual([304, ''])
      expect(again.headers.get('etag')).toBe(etag)
      expect(again.headers.get(nextCursorHeader)).toBe(first.headers.get(nextCursorHeader))
    }
    const other = await author.raw(path, { headers: { 'if-none-match': 'W/"other"' } })
    expect([other.status, await other.text()]).toEqual([200, await first.text()])
  })

  it.each(lists)('%s has another one once a character on it changes', async (_, path) => {
    app.clock.advance(1000)
    const { id } = await createCharacter(author)
    const etag = (await author.raw(path)).headers.get('etag') ?? ''
    await author.put(`/api/characters/${id}`, { name: 'Renamed' })
    const after = await author.raw(path, { headers: { 'if-none-match': etag } })
    expect(after.status).toBe(200)
    expect(after.headers.get('etag')).not.toBe(etag)
  })

  it('is not the same for the author and for a reader of one page', async () => {
    await createCharacter(author, { name: 'Etagwick' })
    const [own, theirs] = [await author.raw(gallery('etagwick')), await reader.raw(gallery('etagwick'))]
    expect(own.headers.get('etag')).not.toBe(theirs.headers.get('etag'))
  })
})

describe('the cached gallery', () => {
  it('shows what is written on this instance at once', async () => {
    const path = gallery('cachewick')
    expect(await names(reader, path)).toEqual([])
    const { id } = await createCharacter(author, { name: 'Cachewick one' })
    expect(await names(reader, path)).toEqual(['Cachewick one'])
    await author.put(`/api/characters/${id}`, { name: 'Cachewick two' })
    expect(await names(reader, path)).toEqual(['Cachewick two'])
    await reader.put(`/api/characters/${id}/rating`, { stars: 4 })
    expect(await list(reader, path)).toMatchObject([{ rating: 4 }])
    await author.put('/api/auth/user/profile', { displayName: 'Quill' })
    expect(await list(reader, path)).toMatchObject([{ createdBy: 'Quill' }])
    await author.request('DELETE', `/api/characters/${id}`)
    expect(await names(reader, path)).toEqual([])
    await author.post(`/api/characters/${id}/restore`)
    expect(await names(reader, path)).toEqual(['Cachewick two'])
    await author.put(`/api/characters/${id}`, { isPublic: false })
    expect(await names(reader, path)).toEqual([])
  })

  it('shows what another instance wrote once the cached page has expired', async () => {
    const path = gallery('elsewick')
    const { id } = await createCharacter(author, { name: 'Elsewick' })
    const chatCount = async () => (await list(reader, path)).map((character) => character.chatCount)
    expect(await chatCount()).toEqual([0])
    await app.change('characters', { id }, { chat_count: 7 })
    app.clock.advance(galleryCacheTtl + 1)
    expect(await chatCount()).toEqual([7])
  })

  it('is sent compressed as the client accepts it', async () => {
    const plain = await reader.raw('/api/characters/public', { headers: { 'accept-encoding': 'identity' } })
    const text = await plain.text()
    expect(plain.headers.get('content-encoding')).toBeNull()
    for (const [accepted, encoding] of [
      ['gzip, deflate, br, zstd', 'br'],
      ['gzip, deflate', 'gzip'],
      ['br;q=0, gzip;q=0.5', 'gzip'],
    ] as const) {
      for (const _ of ['first', 'cached']) {
        const response = await reader.raw('/api/characters/public', { headers: { 'accept-encoding': accepted } })
        expect(response.headers.get('content-encoding'), accepted).toBe(encoding)
        expect(response.headers.get('vary')).toBe('accept-encoding')
        expect(response.headers.get('etag')).toBe(plain.headers.get('etag'))
        expect(await response.text()).toBe(text)
      }
    }
  })

  it('keeps apart viewers who may browse other ratings', async () => {
    const path = gallery('scopewick')
    const premium = await app.signUp('premium', { accountType: 'premium' })
    await createCharacter(premium, { name: 'Scopewick', contentRating: 'explicit' })
    const other = await app.signUp('other-premium', { accountType: 'premium' })
    for (const _ of ['uncached', 'cached']) {
      expect(await names(other, path)).toEqual(['Scopewick'])
      expect(await names(reader, path)).toEqual([])
    }
  })
})
