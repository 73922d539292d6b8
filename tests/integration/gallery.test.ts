import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { galleryCacheTtl } from '#server/characters/gallery-cache.ts'
import { galleryLimits, gallerySorts, nextCursorHeader } from '#shared/character-terms.ts'
import type { CharacterSummary } from '#shared/characters.ts'
import type { ErrorBody } from '#shared/errors.ts'
import { copyCharacter } from '#tests/support/copy-character.ts'
import { type Client, createCharacter, createSharedApp } from '#tests/support/test-app.ts'

const day = 24 * 60 * 60 * 1000

const app = await createSharedApp()
let author = await app.signUp('author')
let reader = await app.signUp('reader')

/** Accounts that are not yet signed out by the clock that tests advance. */
async function signUpAgain(): Promise<void> {
  author = await app.signUp(`${author.user?.username} again`)
  reader = await app.signUp(`${reader.user?.username} again`)
}

const list = (query: Record<string, string>) =>
  reader.request<CharacterSummary[] & ErrorBody>('GET', `/api/characters/public?${new URLSearchParams(query)}`)
const names = async (query: Record<string, string>) => (await list(query)).body.map((character) => character.name)

it('does not bring a character without chats before the sample characters, which have one owner', async () => {
  await createCharacter(author, { name: 'Newcomer', description: 'Wants to join the troupe.' })
  const found = await names({ search: 'troupe' })
  expect(found.length).toBeGreaterThan(10)
  expect(found.at(-1)).toBe('Newcomer')
})

describe('searching', () => {
  const characters = [
    { name: 'Quillon Lighthouse-Keeper', description: 'Keeps a lamp, and 100% of his promises.', category: 'Mystery' },
    { name: 'Zyx', description: 'Goes by ox in the yard. Says "never" a lot.', category: 'Comedy' },
    { name: '春琴抄の人', description: '三味線をひく。', category: 'Drama' },
    { name: 'Under_score', description: 'back\\slash, semi;colon, it’s dotty: a.b*c', category: 'Gaming' },
    { name: 'Élodie Çelik', description: 'Plays the 🎻 in ＦＵＬＬ width.', category: 'Historical' },
    { name: 'Quorum', description: 'NEAR AND OR NOT quillon.', category: 'Education' },
  ]

  beforeAll(async () => {
    for (const character of characters) await createCharacter(author, character)
  })

  it.each([
    ['a part of a word', 'ghthous', ['Quillon Lighthouse-Keeper']],
    ['any case', 'QUILLON light', ['Quillon Lighthouse-Keeper']],
    ['several words in any order', 'promises quillon lamp', ['Quillon Lighthouse-Keeper']],
    ['words of name, description and category', 'zyx yard comedy', ['Zyx']],
    ['letters without their accents', 'elodie celik', ['Élodie Çelik']],
    ['a missing word and a matching one', 'zyx lamp', []],
    ['quotation marks', '"never"', ['Zyx']],
    ['a per cent sign', '100%', ['Quillon Lighthouse-Keeper']],
    ['a per cent sign, not as a wildcard', 'quill%keeper', []],
    ['an underscore', 'under_score', ['Under_score']],
    ['an underscore, not as a wildcard', 'und_r', []],
    ['a backslash', 'back\\slash', ['Under_score']],
    ['an asterisk, not as a wildcard', 'unders*', []],
    ['operators as words', 'near and or not', ['Quorum']],
    ['a column filter', 'search_text:zyx', []],
    ['an SQL injection', "zyx' or '1'='1", []],
    ['parentheses', '(zyx)', []],
    ['one character of Chinese', '琴', ['春琴抄の人']],
    ['four characters of Japanese', '三味線を', ['春琴抄の人']],
    ['full width letters', 'full ＷＩＤＴＨ', ['Élodie Çelik']],
  ])('supports %s: %s', async (_, search, expected) => {
    expect(await names({ search })).toEqual(expected)
  })

  it('finds a tag as a whole with tag:, and its words without', async () => {
    await createCharacter(author, { name: 'Tagged', tags: ['Slow-Burn Moss', 'fantastic'] })
    for (const search of ['tag:"slow-burn moss"', 'tag:SLOW-burn_moss', 'moss fantas', 'tagged tag:fantastic']) {
      expect(await names({ search })).toEqual(['Tagged'])
    }
    expect(await names({ search: 'tag:fantas' })).toEqual([])
    expect(await names({ search: 'tag:moss' })).toEqual([])
  })

  it('can be limited to a category', async () => {
    expect(await names({ search: 'quillon', category: 'Education' })).toEqual(['Quorum'])
    expect(await names({ search: 'quillon', category: 'Horror' })).toEqual([])
    const drama = (await list({ category: 'Drama', limit: '100' })).body
    expect(new Set(drama.map((character) => character.category))).toEqual(new Set(['Drama']))
    expect(drama.map((character) => character.name)).toContain('春琴抄の人')
  })

  it('finds the same characters after VACUUM', async () => {
    const gone = await createCharacter(author, { name: 'Vacuum Gone' })
    await createCharacter(author, { name: 'Vacuum Kept' })
    const { db } = app.context
    await db.deleteFrom('characters').where('id', '=', gone.id).execute()
    await sql`vacuum`.execute(db)
    app.clock.advance(galleryCacheTtl + 1)
    expect(await names({ search: 'vacuum' })).toEqual(['Vacuum Kept'])
    expect(await names({ search: 'kept' })).toEqual(['Vacuum Kept'])
    expect(await names({ search: 'gone' })).toEqual([])
  })

  it('ignores repeated words and those after the tenth', async () => {
    const { name } = await createCharacter(author, { name: 'Abacus Bonfire Candle Dormer' })
    expect(await names({ search: 'bonfire '.repeat(25) })).toEqual([name])
    expect(await names({ search: 'bonfire a b c d e f i l m n o r u absent' })).toEqual([])
    expect(await names({ search: 'ab ba ac cu us bo on nf fi ir zzqx' })).toEqual([name])
  })

  it('allows 200 characters, and a blank search lists everything', async () => {
    expect((await list({ search: 'x'.repeat(galleryLimits.search) })).status).toBe(200)
    expect((await list({ search: 'x'.repeat(galleryLimits.search + 1) })).status).toBe(400)
    expect(await names({ search: '  ' })).toEqual(await names({}))
  })
})

describe('invalid queries', () => {
  it.each<Record<string, string>>([
    { limit: '0' },
    { limit: '101' },
    { limit: '-1' },
    { limit: '1.5' },
    { limit: 'all' },
    { limit: '' },
    { limit: '1e3' },
    { sort: 'oldest' },
    { sort: '' },
    { category: 'Unheard-of' },
    { category: 'drama' },
  ])('rejects %j', async (query) => {
    const { status, body } = await list(query)
    expect([status, body.code, Object.keys(body.fields ?? {})]).toEqual([400, 'validation_failed', Object.keys(query)])
  })

  const cursorOf = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url')
  it.each(['trending', 'new', 'rating'])('rejects a malformed cursor, sorted by %s', async (sort) => {
    const malformed = [
      'nonsense',
      '%00',
      cursorOf(),
      cursorOf(1),
      cursorOf('1', 'id'),
      cursorOf(1, 2),
      cursorOf(null, 'id'),
      Buffer.from('[1e999,"id"]').toString('base64url'),
      Buffer.from('{"0":1,"1":"id"}').toString('base64url'),
    ]
    for (const cursor of malformed) {
      const { status, body } = await list({ cursor, sort })
      expect([status, body.code], cursor).toEqual([400, 'bad_request'])
    }
    expect((await list({ cursor: 'x'.repeat(501), sort })).status).toBe(400)
    const unusual = [
      cursorOf(1.5, 'id'),
      cursorOf(-1e300, 'id'),
      cursorOf(2 ** 60, 'id'),
      cursorOf(1, 'i\u0000d'),
      cursorOf(1, "' or 1=1 --"),
    ]
    for (const cursor of unusual) expect([200, 400], cursor).toContain((await list({ cursor, sort })).status)
  })
})

describe('sorting', () => {
  it('by rating lists the best rated first and the unrated last', async () => {
    const stars: [string, number | null][] = [
      ['Fair Brindle', 3],
      ['Great Brindle', 5],
      ['Unrated Brindle', null],
      ['Good Brindle', 4],
    ]
    for (const [name, given] of stars) {
      const { id } = await createCharacter(author, { name })
      if (given) await reader.put(`/api/characters/${id}/rating`, { stars: given })
    }
    const best = ['Great Brindle', 'Good Brindle', 'Fair Brindle', 'Unrated Brindle']
    expect(await names({ search: 'brindle', sort: 'rating' })).toEqual(best)
  })

  it('by rating counts the ratings of one reader for one author less and less', async () => {
    const other = await app.signUp()
    const created = [
      await createCharacter(author, { name: 'First Dunlin' }),
      await createCharacter(author, { name: 'Second Dunlin' }),
      await createCharacter(other, { name: 'Third Dunlin' }),
      await createCharacter(other, { name: 'Loved Dunlin' }),
    ]
    for (const { id } of created) await reader.put(`/api/characters/${id}/rating`, { stars: 5 })
    const loved = created.at(-1)?.id
    for (const _ of [1, 2]) await (await app.signUp()).put(`/api/characters/${loved}/rating`, { stars: 5 })
    const { body } = await list({ search: 'dunlin', sort: 'rating' })
    expect(body.map(({ name, rating }) => [name, rating])).toEqual([
      ['Loved Dunlin', 5],
      ['Third Dunlin', 5],
      ['First Dunlin', 5],
      ['Second Dunlin', 5],
    ])
  })

  it('by trending has a character without a chat below one that was talked to in the last two weeks', async () => {
    const known = await createCharacter(author, { name: 'Known Plover' })
    await reader.chat(known.id, 'Hello.')
    app.clock.advance(14 * day)
    await signUpAgain()
    await createCharacter(author, { name: 'Unknown Plover' })
    expect(await names({ search: 'plover' })).toEqual(['Known Plover', 'Unknown Plover'])
    expect(await names({ search: 'plover', sort: 'new' })).toEqual(['Unknown Plover', 'Known Plover'])
    app.clock.advance(7 * day)
    await signUpAgain()
    await createCharacter(author, { name: 'Later Plover' })
    expect(await names({ search: 'plover' }), 'interest that has faded').toEqual([
      'Later Plover',
      'Known Plover',
      'Unknown Plover',
    ])
  })

  it('only new ones are those that users created within two weeks', async () => {
    await createCharacter(author, { name: 'Old Tern' })
    app.clock.advance(15 * day)
    await signUpAgain()
    await createCharacter(author, { name: 'New Tern' })
    expect(await names({ search: 'tern', sort: 'new', only: 'new' })).toEqual(['New Tern'])
    const { body } = await list({ sort: 'new', only: 'new', limit: '60' })
    expect(body.map(({ createdBy }) => createdBy)).not.toContain('Troupe')
    expect((await list({ only: 'old' })).status).toBe(400)
  })

  it('by trending counts one of a reader’s ratings of one author', async () => {
    const other = await app.signUp()
    const created = [
      await createCharacter(author, { name: 'First Knot' }),
      await createCharacter(author, { name: 'Second Knot' }),
      await createCharacter(other, { name: 'Third Knot' }),
    ]
    for (const { id } of created) {
      await reader.put(`/api/characters/${id}/rating`, { stars: 4 })
      await reader.put(`/api/characters/${id}/rating`, { stars: 5 })
    }
    expect(await names({ search: 'knot' })).toEqual(['Third Knot', 'First Knot', 'Second Knot'])
  })

  it('is by trending by default: recent conversations and good ratings count, older ones decay', async () => {
    const [popular, other] = [
      await createCharacter(author, { name: 'Popular Osprey' }),
      await createCharacter(author, { name: 'Other Osprey' }),
    ]
    const startConversation = async (characterId: string) => {
      const trend = () => app.rows('characters', { id: characterId }, 'trend')
      const before = await trend()
      await reader.chat(characterId, 'Hello.')
      // A turn is counted after its response.
      await expect.poll(trend).not.toEqual(before)
    }
    const trending = () => names({ search: 'osprey' })
    await startConversation(popular.id)
    expect(await trending()).toEqual(['Popular Osprey', 'Other Osprey'])
    expect(await names({ search: 'osprey', sort: 'trending' })).toEqual(await trending())
    app.clock.advance(12 * day)
    await startConversation(other.id)
    expect(await trending()).toEqual(['Other Osprey', 'Popular Osprey'])
    await reader.put(`/api/characters/${popular.id}/rating`, { stars: 1 })
    expect(await trending(), 'a low rating does not count').toEqual(['Other Osprey', 'Popular Osprey'])
    await (await app.signUp()).put(`/api/characters/${popular.id}/rating`, { stars: 5 })
    expect(await trending(), 'a high rating counts').toEqual(['Popular Osprey', 'Other Osprey'])
  })
})

it('the author finds their characters, by the display name or the username, also after it changes', async () => {
  const writer = await app.signUp('Sunniva Wrä')
  await createCharacter(writer, { name: 'First Gannet' })
  const second = await createCharacter(writer, { name: 'Second Gannet' })
  expect(await names({ search: 'sunniva wra', sort: 'new' })).toEqual(['Second Gannet', 'First Gannet'])
  await writer.put('/api/auth/user/profile', { displayName: 'Óskar Delgado' })
  expect(await names({ search: 'oskar second' })).toEqual(['Second Gannet'])
  expect(await names({ search: 'sunniva' })).toEqual([])
  await writer.put(`/api/characters/${second.id}`, { name: 'Third Gannet', description: 'A bird.' })
  expect(await names({ search: 'delgado third' })).toEqual(['Third Gannet'])
  expect(await names({ search: 'delgado second' })).toEqual([])
})

describe('paging', () => {
  const count = 53

  beforeAll(async () => {
    const characters = await Promise.all(
      Array.from({ length: count }, (_, index) => createCharacter(author, { name: `Marchpane ${index}` })),
    )
    const { db } = app.context
    // Many have the same sort key in every order, so that only the id orders them.
    const ids = characters.map((character) => character.id)
    await db
      .updateTable('characters')
      .set({ created_at: app.clock.now(), trend: 200.125 })
      .where('id', 'in', ids.slice(0, 30))
      .execute()
    await Promise.all(
      ids.slice(20, 40).map((id, index) => reader.put(`/api/characters/${id}/rating`, { stars: (index % 5) + 1 })),
    )
  })

  it.each(['trending', 'new', 'rating'])(
    'by %s has no gaps or repetitions while characters are added',
    async (sort) => {
      const search = 'marchpane'
      const whole = (await list({ search, sort, limit: '100' })).body.map((character) => character.id)
      expect(new Set(whole).size).toBe(whole.length)
      const seen: string[] = []
      let cursor: string | null = ''
      let pages = 0
      while (cursor !== null) {
        const { body, headers }: { body: CharacterSummary[]; headers: Headers } = await list({
          search,
          sort,
          limit: '7',
          cursor,
        })
        seen.push(...body.map((character) => character.id))
        cursor = headers.get(nextCursorHeader)
        pages += 1
        expect(body.length === 7 || cursor === null).toBe(true)
        await createCharacter(author, { name: `Marchpane, added after page ${pages} by ${sort}` })
      }
      expect(new Set(seen).size).toBe(seen.length)
      expect(seen.filter((id) => whole.includes(id))).toEqual(whole)
    },
  )

  it('returns sixty characters by default and the cursor of the next page', async () => {
    const first = await list({})
    expect(first.body).toHaveLength(galleryLimits.default)
    const cursor = first.headers.get(nextCursorHeader) ?? ''
    expect(cursor).not.toBe('')
    const second = await list({ cursor })
    const ids = [...first.body, ...second.body].map((character) => character.id)
    expect(new Set(ids).size).toBe(ids.length)
    expect((await list({ limit: '100' })).body.map((character) => character.id)).toEqual(ids.slice(0, 100))
    expect((await list({ search: 'marchpane 7' })).headers.get(nextCursorHeader)).toBeNull()
  })
})

describe('an author with many characters', () => {
  const flood = 150
  beforeAll(async () => {
    const flooder = await app.signUp()
    const others = await Promise.all(Array.from({ length: 4 }, () => app.signUp()))
    app.clock.advance(day)
    for (const [index, other] of others.entries()) {
      for (const number of [1, 2, 3, 4, 5]) {
        await createCharacter(other, { name: `Floodmark other ${index}-${number}`, category: 'Horror' })
      }
    }
    app.clock.advance(day)
    const { id } = await createCharacter(flooder, { name: 'Floodmark', category: 'Horror' })
    await copyCharacter(app, id, flood - 1)
    // The copies are up to 149 ms newer than their original.
    app.clock.advance(1000)
    await createCharacter(others[0] as Client, { name: 'Floodmark newest', category: 'Horror' })
  })

  const mostAmong20 = (characters: CharacterSummary[]) => {
    const counts = characters.map(({ createdBy }, place) => {
      const others = characters.slice(place, place + 20).filter((other) => other.createdBy === createdBy)
      return createdBy === 'Troupe' ? 0 : others.length
    })
    return Math.max(...counts)
  }

  it.each(gallerySorts)('has at most three among 20 of the list by %s, while there are others', async (sort) => {
    const pages: CharacterSummary[] = []
    let cursor = ''
    for (const limit of ['12', '7', '30']) {
      const { body, headers } = await list({ sort, limit, cursor })
      pages.push(...body)
      cursor = headers.get(nextCursorHeader) ?? ''
    }
    expect(pages).toHaveLength(49)
    expect(mostAmong20(pages)).toBe(3)
    expect((await list({ sort, limit: '49' })).body.map(({ id }) => id)).toEqual(pages.map(({ id }) => id))
  })

  it.each(gallerySorts)('has every character once on the pages by %s', async (sort) => {
    const seen: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await list({ category: 'Horror', sort, limit: '40', cursor })
      seen.push(...page.body.map(({ id }) => id))
      cursor = page.headers.get(nextCursorHeader)
      if (seen.length === 40) await createCharacter(author, { name: 'Floodmark between pages', category: 'Horror' })
    }
    expect(new Set(seen).size).toBe(seen.length)
    const stored = await app.rows('characters', { category: 'Horror' })
    const olderThanPages = stored.filter(({ name }) => name !== 'Floodmark between pages')
    expect(seen).toEqual(expect.arrayContaining(olderThanPages.map(({ id }) => id)))
  })
})
