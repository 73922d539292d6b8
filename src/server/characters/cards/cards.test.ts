import { getHeapStatistics } from 'node:v8'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { backfillNote, CardError, cardMaxima, toCard } from '#engine/cards/card.ts'
import { listUnused } from '#engine/cards/describe-card.ts'
import { emptyPng, readPngTexts, writePngTexts } from '#engine/cards/png.ts'
import { findPicture, isCharx, readCard, readCardJson, readCharx } from '#engine/cards/read-card.ts'
import { withMainIcon, writeCardJson, writeCardPng, writeCharx } from '#engine/cards/write-card.ts'
import { packZip } from '#server/http/write-zip.ts'
import { openZip } from '#shared/open-zip.ts'
import { deflateZip, withName, withRecord } from '#tests/support/zip.ts'

/** As `readCard`, for any kind of file. */
const readFile = async (file: Uint8Array) => (isCharx(file) ? readCharx(await openZip(file)) : readCard(file))

const bytesOf = (text: string) => new TextEncoder().encode(text)
const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64')
const pngOf = (texts: Record<string, unknown>) =>
  writePngTexts(
    emptyPng,
    Object.entries(texts).map(([keyword, value]) => ({ keyword, text: base64(value) })),
  )

/** Cards as other programs write them. */
const silly = {
  name: 'Seraphina',
  description: 'A guardian of the glade. 春 🎭',
  first_mes: '*She smiles at {{user}}.* "You are safe."',
  creatorcomment: 'v2',
  avatar: 'none',
  chat: 'Seraphina - 2026-1-1',
  talkativeness: '0.5',
  fav: false,
  create_date: '2026-1-1',
  spec: 'chara_card_v2',
  spec_version: '2.0',
  data: {
    name: 'Seraphina',
    description: 'A guardian of the glade. 春 🎭',
    personality: 'caring',
    scenario: '',
    first_mes: '*She smiles at {{user}}.* "You are safe."',
    mes_example: '<START>\n{{user}}: Hi.\n{{char}}: Hello.',
    creator_notes: 'For quiet evenings.',
    system_prompt: '',
    post_history_instructions: '',
    tags: ['fantasy'],
    creator: 'OtisAlejandro',
    character_version: '1.0',
    alternate_greetings: ['"Awake at last."'],
    extensions: { talkativeness: '0.5', depth_prompt: { prompt: '', depth: 4 }, 'chub/expressions': null },
    character_book: {
      name: 'Glade',
      entries: [{ keys: ['glade'], content: '@@depth 4\nA glade.', extensions: { position: 0 } }],
    },
  },
}
const third = {
  spec: 'chara_card_v3',
  spec_version: '3.0',
  data: {
    ...silly.data,
    nickname: 'Sera',
    group_only_greetings: [],
    source: ['https://example.com/1'],
    creation_date: 1_700_000_000,
  },
}

describe('a card of another program', () => {
  it.each([
    ['SillyTavern, version 2', silly],
    ['SillyTavern, version 3', { ...silly, ...third }],
  ])('%s: keeps what is unknown where it was', (_, file) => {
    const { card, notes } = readCard(bytesOf(JSON.stringify(file)))
    expect(notes).toEqual([])
    expect(card).toMatchObject({ spec: 'chara_card_v3', spec_version: '3.0', data: file.data })
    expect(card).toMatchObject({ talkativeness: '0.5', fav: false, creatorcomment: 'v2' })
    expect(card).not.toHaveProperty('first_mes')
  })

  it('version 1 at the root, as Agnai writes it for Tavern', () => {
    const { card } = readCardJson(
      '{"name":"Ilse","description":"d","mes_example":null,"metadata":{"tool":{"name":"agnai"}}}',
    )
    expect(card.data).toMatchObject({ name: 'Ilse', description: 'd', mes_example: '', first_mes: '', extensions: {} })
    expect(card.metadata).toEqual({ tool: { name: 'agnai' } })
  })

  it('Agnai’s own JSON', () => {
    const persona = { kind: 'attributes', attributes: { mood: ['calm', 'dry'], likes: ['maps'] } }
    const { data } = toCard({ kind: 'character', name: 'Ilse', persona, greeting: 'Ahoy.', sampleChat: 'x' }).card
    expect(data).toMatchObject({ description: 'mood: calm, dry\nlikes: maps', first_mes: 'Ahoy.', mes_example: 'x' })
  })

  it('Pygmalion and text-generation-webui', () => {
    const { data } = toCard({ char_name: 'Ilse', char_persona: 'd', world_scenario: 's', char_greeting: 'Ahoy.' }).card
    expect(data).toMatchObject({ name: 'Ilse', description: 'd', scenario: 's', first_mes: 'Ahoy.' })
  })

  it('character.ai’s', () => {
    const character = {
      name: 'Ilse',
      title: 'Mapmaker',
      description: 'Of coasts.',
      greeting: 'Ahoy.',
      definition: '{{char}}: Hm.',
    }
    const { card } = toCard({ character: { ...character, external_id: 'a1' }, histories: [] })
    expect(card.data).toMatchObject({
      name: 'Ilse',
      description: '{{char}}: Hm.',
      first_mes: 'Ahoy.',
      creator_notes: 'Mapmaker\n\nOf coasts.',
    })
    expect(card).toMatchObject({ external_id: 'a1', histories: [] })
  })
})

describe('a PNG', () => {
  it('whose newer card is damaged: the older one counts', () => {
    const png = writePngTexts(pngOf({ chara: silly }), [{ keyword: 'ccv3', text: '@@@' }])
    expect(readCard(png).card.data.name).toBe('Seraphina')
  })

  it('that is cut off after the card', () => {
    const png = pngOf({ chara: silly })
    expect(readCard(png.subarray(0, png.length - 5)).card.data.name).toBe('Seraphina')
  })

  it('with files of RisuAI has them, under the addresses of version 3', () => {
    const assets = [
      { type: 'icon', uri: '__asset:0', name: 'main', ext: 'png' },
      { type: 'x', uri: '__asset:9' },
    ]
    const texts = {
      'chara-ext-asset_:0': 'x',
      'chara-ext-asset_1': 'y',
      ccv3: { ...third, data: { ...third.data, assets } },
    }
    const { card, files, notes } = readCard(pngOf(texts))
    expect(files.map(({ path }) => path)).toEqual(['0', '1'])
    expect(card.data.assets).toEqual([{ ...assets[0], uri: 'embeded://0' }, assets[1]])
    expect(Buffer.from(findPicture(card, 'icon', files) ?? []).toString()).toBe('"x"')
    expect(notes).toEqual([])
    const written = new Map(
      readPngTexts(writeCardPng(emptyPng, card, files)).map(({ keyword, text }) => [keyword, text]),
    )
    expect(written.get('chara-ext-asset_:0')).toBe(base64('x'))
    expect(JSON.parse(Buffer.from(written.get('ccv3') ?? '', 'base64').toString()).data.assets).toEqual(assets)
  })

  it('without a card, and other files, are refused with a sentence', () => {
    for (const file of [emptyPng, Uint8Array.of(0xff, 0xd8), bytesOf(''), bytesOf('[]'), bytesOf('{"name":"x"}')]) {
      expect(() => readCard(file)).toThrow(CardError)
    }
    expect(() => readCardJson('{"entries":{}}')).toThrow('lorebook')
    expect(() => readCardJson('[')).toThrow(CardError)
  })

  it('is written for programs of both versions', () => {
    const { card } = toCard(silly)
    const png = writeCardPng(pngOf({ chara: 'old', Comment: 'x' }), card)
    const texts = new Map(readPngTexts(png).map(({ keyword, text }) => [keyword, text]))
    expect([...texts.keys()]).toEqual(['Comment', 'chara', 'ccv3'])
    const copy = JSON.parse(Buffer.from(texts.get('chara') ?? '', 'base64').toString())
    expect(copy).toMatchObject({ spec: 'chara_card_v2', data: { creator_notes: `${backfillNote}For quiet evenings.` } })
    expect(copy.data).not.toHaveProperty('assets')
    expect(copy.data.character_book.entries[0].content).toBe('A glade.')
    expect(readCard(pngOf({ chara: copy })).card.data.creator_notes).toBe('For quiet evenings.')
    const whole = JSON.parse(Buffer.from(texts.get('ccv3') ?? '', 'base64').toString())
    expect(whole).toEqual(JSON.parse(writeCardJson(card)))
    expect(whole.data.character_book).toEqual(silly.data.character_book)
  })
})

describe('a CHARX', () => {
  const bytes = (text: string) => Uint8Array.from(bytesOf(text))
  const assets = [
    { type: 'emotion', uri: 'embeded://assets/emotion/images/joy.png', name: 'joy', ext: 'png' },
    { type: 'icon', uri: 'embeded://assets/icon/images/main.png', name: 'main', ext: 'png' },
  ]
  const { card } = toCard({ ...third, data: { ...third.data, assets } })
  const files = [
    { path: 'assets/emotion/images/joy.png', bytes: Uint8Array.of(0, 1, 255) },
    { path: 'assets/icon/images/main.png', bytes: bytes('main') },
    { path: 'module.risum', bytes: new Uint8Array() },
    { path: 'x_meta/日.json', bytes: bytes('{}') },
  ]

  it('comes back with all its files, also after a picture', async () => {
    const charx = await packZip(writeCharx(card, files))
    expect(await readFile(charx)).toEqual({ card, files, notes: [] })
    expect(await readFile(Uint8Array.of(0xff, 0xd8, 7, 7, ...charx))).toEqual({ card, files, notes: [] })
    expect(readCard(writeCardPng(emptyPng, card, files)).files.map((file) => file.bytes)).toEqual(
      files.map((file) => file.bytes),
    )
    expect(findPicture(card, 'icon', files)).toEqual(files[1]?.bytes)
    expect(withMainIcon(card, 'ccdefault:').data.assets).toEqual([{ ...assets[1], uri: 'ccdefault:' }, assets[0]])
  })

  const json = bytes(JSON.stringify(third))

  const main = { path: 'card.json', bytes: json }

  it('may be compressed', async () => {
    expect((await readFile(await deflateZip([main]))).card.data.name).toBe('Seraphina')
  })

  const renamed = async (name: string) => withName(await packZip([main]), 'card.json', name)

  it.each([
    [
      'that says less than it unpacks to',
      async () => withRecord(await deflateZip([{ path: 'card.json', bytes: bytes('x'.repeat(1e6)) }]), { size: 10 }),
      'damaged',
    ],
    [
      'of a card that is too large',
      () => deflateZip([{ path: 'card.json', bytes: new Uint8Array(20_000_000) }]),
      'too large',
    ],
    ['without a card', () => packZip([{ path: 'a/card.json', bytes: json }]), 'card.json'],
    ['with a path that leads out', () => renamed('../d.json'), 'leads out'],
    ['with an absolute path', () => renamed('/ard.json'), 'leads out'],
    ['with a path of Windows', () => renamed('a\\..\\json'), 'leads out'],
    [
      'with two cards',
      async () => withName(await packZip([main, { path: 'CARD.json', bytes: json }]), 'CARD', 'card'),
      'same name',
    ],
    [
      'with too many files',
      () => packZip(Array.from({ length: 1_001 }, (_, index) => ({ path: `${index}`, bytes: json.subarray(0, 0) }))),
      'too many',
    ],
    ['that is cut off', async () => (await packZip(writeCharx(card, files))).subarray(0, -30), 'damaged'],
    ['that is encrypted', async () => withRecord(await packZip([main]), { flags: 1 }), 'encrypted'],
  ])('%s is refused', async (_, create, sentence) => {
    const refused = expect(readFile(await create())).rejects
    await refused.toThrow(CardError)
    await refused.toThrow(sentence)
  })

  it('whose files are too large is read without them', async () => {
    const charx = writeCharx(card, [{ path: 'a', bytes: new Uint8Array(cardMaxima.files + 1) }])
    const { files: none, notes } = await readFile(await packZip(charx))
    expect([none, notes]).toEqual([[], [expect.stringContaining('1 file that came with the card cannot be kept')]])
  })
})

it('names what is kept and not used', () => {
  const assets = [{ type: 'icon', uri: 'ccdefault:' }, { uri: 'embeded://a.png' }, { uri: 'embeded://b.png' }]
  expect(listUnused(toCard({ ...silly, data: { ...silly.data, assets } }).card)).toEqual(['2 assets (unknown)'])
})

/** A few of them by default; `HOSTILE_INPUTS=100000` for as many. */
const hostileInputs = Number(process.env.HOSTILE_INPUTS ?? 1_000)

/** In bytes, with what was not collected yet. */
function memoryInUse(): number {
  const { used_heap_size, external_memory } = getHeapStatistics()
  return used_heap_size + external_memory
}

it('refuses what is hostile with a sentence, soon, and with little memory', async () => {
  const files = [{ path: 'assets/icon/images/main.png', bytes: new Uint8Array(50) }]
  const wholes = [
    writeCardPng(emptyPng, toCard(third).card, files),
    await packZip(writeCharx(toCard(third).card, files)),
    bytesOf(JSON.stringify(third)),
  ]
  const whole = fc.constantFrom(...wholes)
  const broken = fc
    .tuple(
      whole,
      fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.uint8Array({ maxLength: 12 })), {
        maxLength: 3,
      }),
    )
    .map(([bytes, patches]) => {
      const copy = Uint8Array.from(bytes)
      for (const [share, patch] of patches)
        copy.set(
          patch.subarray(0, copy.length),
          Math.floor(share * (copy.length - Math.min(patch.length, copy.length))),
        )
      return copy
    })
  // The end of an archive says where everything is.
  const brokenEnd = fc.tuple(fc.nat(120), fc.uint8Array({ minLength: 1, maxLength: 4 })).map(([fromEnd, patch]) => {
    const copy = Uint8Array.from(wholes[1] as Uint8Array)
    copy.set(patch, copy.length - 4 - fromEnd)
    return copy
  })
  const cut = fc
    .tuple(whole, fc.double({ min: 0, max: 1, noNaN: true }))
    .map(([bytes, share]) => bytes.subarray(0, share * bytes.length))
  const odd = fc.record({
    name: fc.jsonValue(),
    description: fc.string(),
    data: fc.jsonValue(),
    extensions: fc.jsonValue(),
    persona: fc.jsonValue(),
    character: fc.jsonValue(),
    assets: fc.jsonValue(),
  })
  const json = fc.oneof(fc.jsonValue(), odd).map((value) => bytesOf(JSON.stringify(value)))
  const path = fc.oneof(
    fc.string({ maxLength: 20 }),
    fc.constantFrom('../card.json', '/etc/passwd', 'a/../../b', 'C:\\b'),
  )
  const zipped = fc.tuple(json, path).map(([bytes, path]) =>
    packZip([
      { path: 'card.json', bytes },
      { path, bytes },
    ]),
  )
  const deep = fc.nat(100_000).map((depth) => bytesOf(`{"name":"x","data":${'['.repeat(depth)}${']'.repeat(depth)}}`))
  const huge = fc
    .nat(9_000_000)
    .map((length) => writePngTexts(emptyPng, [{ keyword: 'chara', text: 'A'.repeat(length) }]))
  const bomb = fc.nat(20_000_000).map((length) => deflateZip([{ path: 'card.json', bytes: new Uint8Array(length) }]))
  const small = [broken, brokenEnd, cut, json, zipped, fc.uint8Array()].map((arbitrary) => ({ arbitrary, weight: 400 }))
  const large = [deep, huge, bomb].map((arbitrary) => ({ arbitrary, weight: 4 }))
  let slowest = 0
  let largest = 0
  await fc.assert(
    fc.asyncProperty(fc.oneof(...small, ...large), async (made) => {
      const bytes = await made
      // Processor time: other processes must not count.
      const start = process.cpuUsage()
      const before = memoryInUse()
      try {
        const { card, files } = await readFile(bytes)
        listUnused(card)
        findPicture(card, 'icon', files)
        writeCardPng(emptyPng, card, files)
        writeCharx(card, files)
      } catch (error) {
        expect(error).toBeInstanceOf(CardError)
        expect((error as CardError).message).toMatch(/^[A-Z].*\.$/)
      }
      const { user, system } = process.cpuUsage(start)
      slowest = Math.max(slowest, (user + system) / 1_000)
      largest = Math.max(largest, memoryInUse() - before)
      expect(largest).toBeLessThan(64_000_000)
    }),
    { numRuns: hostileInputs },
  )
  if (process.env.HOSTILE_INPUTS) {
    const megabytes = (largest / 1_000_000).toFixed(1)
    console.info(`${hostileInputs} inputs, the slowest in ${slowest.toFixed(1)} ms, the largest with ${megabytes} MB`)
  }
}, 600_000)

it('refuses what is too large with a sentence', () => {
  const deep = (depth: number) => `{"name":"x","description":"d","deep":${'['.repeat(depth)}${']'.repeat(depth)}}`
  const large = [
    bytesOf(deep(20_000)),
    bytesOf(`{"name":"x","description":"${'x'.repeat(cardMaxima.text)}"}`),
    bytesOf(`{"name":"x","description":"d","list":[${'{},'.repeat(100_000)}{}]}`),
    writePngTexts(emptyPng, [{ keyword: 'chara', text: 'A'.repeat(8_000_000) }]),
    writePngTexts(
      emptyPng,
      Array.from({ length: 10_000 }, () => ({ keyword: 'ccv3', text: 'A'.repeat(480) })),
    ),
    pngOf(
      Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [index === 0 ? 'ccv3' : `chara${index}`, ''])),
    ),
  ]
  for (const bytes of large) expect(() => readCard(bytes)).toThrow(CardError)
})
